#!/usr/bin/env python3
"""Tests of what others get: the installed tree after it was moved, the Debian package, a project that uses the tree, the GitHub action.

    package_test.py CLASS      one class is one test of CTest (tools/cmake/checks.cmake); Install makes the tree that the others use

$ASSAY_BUILD is the build directory (default: build).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ASSAY_BUILD", str(TOP / "build"))).resolve()
TREE = BUILD / "installed/moved"
LINUX = sys.platform == "linux"


def run(*command: object, cwd: Path | str = "/", code: int | None = 0, **environment: str) -> str:
    """What the command says, in an environment without anything of the source tree; fails unless it exits with `code`."""
    clean = {"PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin", "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8"} | environment
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd, env=clean, timeout=300, check=False)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{command} exits with {done.returncode} instead of {code}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def names_of(tree: Path, forbidden: list[Path]) -> list[str]:
    """The files of a tree that hold one of these paths, and the links that lead there."""
    wanted = [os.fsencode(path) for path in forbidden]
    found = []
    for path in tree.rglob("*"):
        content = os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        if any(word in content for word in wanted):
            found.append(str(path.relative_to(tree)))
    return found


class Scratch(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # Nothing compiled before: the compiler and its headers must be found.
        self.cache = {"SOFTMETAL_CACHE": str(self.folder / "cache")}


class Install(Scratch):
    @classmethod
    def setUpClass(cls) -> None:
        first = TREE.parent / "first"
        shutil.rmtree(TREE.parent, ignore_errors=True)
        run("cmake", "--install", BUILD, "--prefix", first, "--strip")
        first.rename(TREE)

    def test_no_file_knows_where_it_was_built(self) -> None:
        """With no path of the source tree in them, the programs cannot use it."""
        self.assertEqual(names_of(TREE, [TOP, BUILD, TREE.parent]), [])
        (self.folder / "text").write_text(f"-L{TOP}/build", encoding="utf-8")
        (self.folder / "link").symlink_to(BUILD / "assay")
        (self.folder / "other").symlink_to("/usr/bin")
        self.assertEqual(sorted(names_of(self.folder, [TOP, BUILD])), ["link", "text"])

    def test_the_suite_runs(self) -> None:
        log = self.folder / "a.jsonl"
        listed = run(TREE / "bin/assay", "list").splitlines()
        self.assertEqual(listed, run(BUILD / "assay", "list").splitlines())
        said = run(TREE / "bin/assay", "run", "--log", log, "address_space/constants", **self.cache)
        self.assertIn("0 fail", said)
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(lines[1]["file"], "cases/address_space/constants.metal")
        self.assertEqual(f"assay {lines[0]['suite']}\n", run(TREE / "bin/assay", "--version"))
        self.assertEqual(lines[0]["suite"], (TREE / "share/assay/version").read_text(encoding="utf-8").strip())
        run(TREE / "bin/assay-report", log, "-o", self.folder / "report", cwd=self.folder)
        self.assertIn("address_space/constants", (self.folder / "report/junit.xml").read_text(encoding="utf-8"))

    def test_a_kernel_is_validated(self) -> None:
        kernel = TOP / "harness/validate/fixtures/right/silu.metal"
        said = run(TREE / "bin/assay", "validate", kernel, "--contract", "map_silu", "--types", "float", "--no-speed", **self.cache)
        self.assertIn("RIGHT", said)

    def test_a_tree_that_is_not_whole_says_what_is_missing(self) -> None:
        broken = self.folder / "broken"
        (broken / "bin").mkdir(parents=True)
        shutil.copy(TREE / "bin/assay", broken / "bin/assay")
        said = run(broken / "bin/assay", "list", code=2)
        self.assertIn(f"{broken}/bin/../share/assay/cases", said)

    @unittest.skipUnless(LINUX, "softmetal is for Linux")
    def test_programs_are_built_with_metal_cc(self) -> None:
        examples = TOP / "tools/softmetal/examples"
        run(TREE / "bin/metal-cc", examples / "scale.m", examples / "scale.metal", "-o", self.folder / "scale")
        self.assertIn("2.5 5 7.5 10", run(self.folder / "scale", **self.cache))

    @unittest.skipUnless(LINUX, "softmetal is for Linux")
    def test_programs_are_built_with_pkg_config(self) -> None:
        flags = run("pkg-config", "--cflags", "--libs", "softmetal", PKG_CONFIG_PATH=str(TREE / "lib/pkgconfig")).split()
        run("gcc", TOP / "tools/softmetal/examples/add.c", *flags, "-o", self.folder / "add")
        self.assertIn("999 + 1998 = 2997", run(self.folder / "add", **self.cache))


if __name__ == "__main__":
    unittest.main(verbosity=2)
