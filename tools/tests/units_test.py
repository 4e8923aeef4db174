#!/usr/bin/env python3
"""A plan worked on by several processes, one of which is killed, gives the report of one long run.

Runs $ASSAY (default: build/assay) on its default device, with cases that the test makes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
REPORTS = [str(TOP / "tools/python"), str(TOP / "reports")]

CASE = """\
//! title:    number {n}
//! verifies: t.a
//! for:      T in int uint
//! dispatch: threads 100, threadgroup 32
//! in:       data T[threads] = iota
//! out:      result T[threads]
//! expect:   result = values {expected} …
//! mutant:   t.a | replace `= 7` with `= 8`
#include <metal_stdlib>
using namespace metal;
kernel void test(device const T *data [[buffer(0)]], device T *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{{
    {work}result[i] = 7;
}}
"""
SLOW = "volatile int k = 0; while (k < 1000000) k = k + 1; "
TIMES = re.compile(r'"(seconds|gpu_seconds|total|compile|dispatch|reference|compare)":[-+.e0-9]+')


class Units(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay-units-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.cases = self.folder / "cases"
        (self.cases / "types").mkdir(parents=True)
        columns = "id section line kind grade reading msl family os statement check"
        rows = [columns, "t.a 1 1 value - plain 1.0 - - s c"]
        (self.cases / "requirements.tsv").write_text("".join(row.replace(" ", "\t") + "\n" for row in rows), encoding="utf-8")
        for n in range(4):  # one fails, and one takes its time
            text = CASE.format(n=n, expected=9 if n == 1 else 7, work=SLOW if n == 3 else "")
            (self.cases / f"types/case{n}.metal").write_text(text, encoding="utf-8")

    def assay(self, code: int, *arguments: object) -> str:
        result = subprocess.run([ASSAY, *map(str, arguments), "--cases", str(self.cases)], capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stdout}{result.stderr}")
        return result.stdout

    def reports(self, code: int, *arguments: object) -> str:
        result = subprocess.run([*REPORTS, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stdout}{result.stderr}")
        return result.stdout + result.stderr

    def report(self, name: str, logs: list[Path]) -> dict[str, bytes]:
        """The pages of these logs, with all times and the command set to nothing."""
        plain = self.folder / name
        plain.mkdir()
        for log in logs:
            lines = [json.loads(TIMES.sub(r'"\1":0', line)) for line in log.read_text(encoding="utf-8").splitlines()]
            kind = "proofs" if lines[0]["command"][1] == "prove" else "run"
            lines[0] |= {"started": "2026-01-01T00:00:00Z", "command": ["assay", "prove" if kind == "proofs" else "run"]}
            (plain / f"{kind}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        requirements = ["--requirements", self.cases / "requirements.tsv"]
        self.reports(0, plain, "-o", plain / "report", *requirements)
        return {file.name: file.read_bytes().replace(str(plain).encode(), b"") for file in (plain / "report").iterdir()}

    def test_the_report_of_many_is_that_of_one(self) -> None:
        logs = self.folder / "logs"
        logs.mkdir()
        (logs / "plan.jsonl").write_text(self.assay(0, "plan", "--proofs"), encoding="utf-8")
        units = [line["unit"] for line in map(json.loads, (logs / "plan.jsonl").read_text().splitlines()[1:])]
        self.assertEqual(len(units), 16)
        # The first machine is lost while it works on the slow case.
        killed = subprocess.Popen([ASSAY, "run", "--jobs", "1", "--unit", *(unit for unit in units if "case0" not in unit), "--cases", str(self.cases),
                                   "--log", str(logs / "1.jsonl")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and (not (logs / "1.jsonl").exists() or (logs / "1.jsonl").read_text().count('"done"') < 3):
            time.sleep(0.01)
        killed.kill()
        killed.wait()
        left = self.reports(0, "missing", logs).split()
        self.assertLess(len(left), 14)
        self.assertIn("lost: proof:types/case0:T=int on ", self.reports(1, "merge", logs, "-o", self.folder / "merged"))
        # Two others do the rest: one by words, one from a file.
        self.assay(1, "run", "--unit", *left[::2], "--log", logs / "2.jsonl")
        (self.folder / "rest").write_text("\n".join(left[1::2]), encoding="utf-8")
        self.assay(1, "run", "--unit", f"@{self.folder / 'rest'}", "--log", logs / "3.jsonl")
        self.assertEqual(self.reports(0, "missing", logs), "")
        self.assertIn("1.jsonl: cut short", self.reports(0, "merge", logs, "-o", self.folder / "merged"))
        self.assay(1, "run", "--log", self.folder / "run.jsonl")
        self.assay(1, "prove", "--log", self.folder / "prove.jsonl")
        merged = self.report("a", sorted((self.folder / "merged").iterdir()))
        self.assertEqual(merged, self.report("b", [self.folder / "run.jsonl", self.folder / "prove.jsonl"]))
        self.assertIn("summary.md", merged)


if __name__ == "__main__":
    unittest.main()
