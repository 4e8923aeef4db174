#!/usr/bin/env python3
"""Runs code that is made for an NVIDIA GPU on this host, lane by lane (gpu_lanes.c): lanes that meet agree on who they are.

The programs are some of simd/reconvergence's, compiled against the stub of a driver. On a GPU a wrong mask is an illegal instruction, a lane
that waits for ever, or nothing at all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ASSAY", TOP / "build/assay")).resolve().parent
CALLS = {
    "activemask": "active", "vote.ballot.sync": "vote", "shfl.sync.idx.i32": "shuffle", "bar.warp.sync": "meet", "barrier.cta.sync.all": "barrier",
    "exit": "exit", "read.ptx.sreg.laneid": "lane", "read.ptx.sreg.tid.x": "thread", "read.ptx.sreg.ctaid.x": "block_x", "read.ptx.sreg.ctaid.y": "block_y",
}  # fmt: skip
WAITS = re.compile(r"@lanes_(vote|shuffle|meet|barrier)\(")

# Of a block of programs those that are run: the first is one whose lanes waited at two joins, the second one that was never compiled.
PROGRAMS = {118: (56, 1, 15, 32), 0: (32, 0, 7, 40)}


def host_code(text: str) -> str:
    """LLVM's IR for the host, with calls in the place of instructions; those that wait are told their line."""
    text = re.sub(r"target (datalayout|triple) = .*", "", text)
    text = re.sub(r" ?addrspace\(\d+\)", "", text).replace("ptx_kernel ", "")
    text = re.sub(r'"target-(cpu|features)"="[^"]*"|"nvvm.grid_constant"|, !dbg !\d+', "", text)
    text = re.sub(r"^!llvm\.dbg\.cu = .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"@sm_shared = .*", "@sm_shared = external global [65536 x i8], align 16", text)
    for name, call in CALLS.items():
        text = text.replace(f"@llvm.nvvm.{name}(", f"@lanes_{call}(")
    text = re.sub(r"^(declare .*@lanes_\w+\(.*\)).*$", r"\1", text, flags=re.MULTILINE)
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        found = WAITS.search(line)
        if found:
            end = line.index(")", found.end())
            line = line[:end] + (", i32" if line.startswith("declare") else f", i32 {number}") + line[end:]
        lines.append(line)
    return "\n".join(lines)


class Lanes(unittest.TestCase):
    clang: str
    lanes: Path  # gpu_lanes.c, compiled

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
        cls.clang = re.search(r"^LLVM_PREFIX:\w+=(.*)$", cache, re.MULTILINE)[1] + "/bin/clang"
        cls.lanes = Path(folder.name) / "gpu_lanes.o"
        source, headers = TOP / "tools/tests/gpu_lanes.c", TOP / "tools/softmetal"
        made = cls.run_in(cls.clang, "-O1", "-D_GNU_SOURCE", "-I", headers, "-c", source, "-o", cls.lanes)
        assert made.returncode == 0, made.stdout

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @staticmethod
    def run_in(*words: str | Path, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(w) for w in words], env={**os.environ, **variables}, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False
        )

    def compile_block(self, block: int, programs: tuple[int, ...]) -> Path:
        """A folder with the code of these programs."""
        cases, dumps = self.folder / f"cases{block}", self.folder / f"dumps{block}"
        dumps.mkdir()
        shutil.copytree(TOP / "cases", cases)
        path = cases / "simd/reconvergence.metal"
        text = path.read_text(encoding="utf-8").replace(", feature reconvergence", "")
        text = re.sub(r"\) in \(0, 130, 1, 75, 1\).*", f") in ({block}, 130, 1, 75, 1)", text)
        text = text.replace("in (p0, 0)..(p63, 63)", "in " + " ".join(f"(p{n}, {n})" for n in programs))
        path.write_text(text, encoding="utf-8")
        done = self.run_in(
            BUILD / "assay", "run", "simd/reconvergence", "--cases", cases, SOFTMETAL_DEVICE="cuda", SOFTMETAL_CUDA=str(BUILD / "libcuda-stub.so"),
            SOFTMETAL_CPU="sm_90", SOFTMETAL_CACHE=str(self.folder / "cache"), SOFTMETAL_DUMP=str(dumps),
        )  # fmt: skip
        self.assertIn("1 discovered = 1 run", done.stdout)
        return dumps

    def run_program(self, code: str) -> subprocess.CompletedProcess:
        (self.folder / "k.ll").write_text(host_code(code), encoding="utf-8")
        made = self.run_in(self.clang, "-O0", "-w", "-c", "-x", "ir", self.folder / "k.ll", "-o", self.folder / "k.o")
        self.assertEqual(made.returncode, 0, made.stdout)
        made = self.run_in(self.clang, self.lanes, self.folder / "k.o", "-o", self.folder / "lanes", "-no-pie")
        self.assertEqual(made.returncode, 0, made.stdout)
        return self.run_in(self.folder / "lanes", "6")

    def test_programs(self) -> None:
        for block, programs in PROGRAMS.items():
            dumps = self.compile_block(block, programs)
            for n in programs:
                with self.subTest(block=block, program=n):
                    done = self.run_program((dumps / f"p{n}-4-optimised.ll").read_text(encoding="utf-8"))
                    self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_a_wrong_mask_is_seen(self) -> None:
        """A join that takes the mask of who came last, in place of that of the fork."""
        code = (self.compile_block(118, (1,)) / "p1-4-optimised.ll").read_text(encoding="utf-8")
        votes = re.findall(r"call i32 @llvm\.nvvm\.vote\.ballot\.sync\(i32 %\S+, i1 true\)", code)
        self.assertGreater(len(votes), 1)
        wrong = code.replace(votes[0], re.sub(r"i32 %\S+,", "i32 21845,", votes[0], count=1))
        self.assertEqual(self.run_program(wrong).returncode, 1)


if __name__ == "__main__":
    unittest.main()
