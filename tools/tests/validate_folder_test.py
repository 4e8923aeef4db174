#!/usr/bin/env python3
"""Tests of `assay validate` of a whole directory, and of --watch."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from validating import ASSAY, ENVIRONMENT, TOP

KERNEL = """#include <metal_stdlib>
#include "factor.h"
using namespace metal;
kernel void scale(device const float *x [[buffer(0)]], device float *y [[buffer(1)]], constant uint &n [[buffer(2)]],
                  uint i [[thread_position_in_grid]])
{
    if (i < n)
        y[i] = x[i] * FACTOR;
}
"""
CONTRACT = """//! title:   Scaled numbers
//! types:   float
//! sizes:   COUNT in 1 33
//! in:      a float[COUNT] = random(-4, 4) | also x
//! out:     y float[COUNT]
//! value:   n = COUNT
//! expect:  y = formula(a * 2)
//! dispatch: groups ceil_div(COUNT, TG), threadgroup TG
//! threadgroups: 32
"""
FACTOR = "#define FACTOR 2.0f\n"


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.write("kernels/scale.metal", KERNEL)
        self.write("kernels/factor.h", FACTOR)
        self.write("scaled.contract", CONTRACT)

    def write(self, name: str, content: str) -> None:
        (self.top / name).parent.mkdir(parents=True, exist_ok=True)
        (self.top / name).write_text(content, encoding="utf-8")

    def map(self, *rows: str) -> None:
        self.write("map.tsv", "\n".join(rows) + "\n")

    def validate(self, *options: str, command: str = "kernels --contracts map.tsv") -> tuple[int, str]:
        done = subprocess.run([ASSAY, "validate", *command.split(), *options], capture_output=True, text=True, timeout=600, check=False,
                              env=ENVIRONMENT, cwd=self.top)
        return done.returncode, done.stdout + done.stderr


class Directory(Folder):
    def log(self) -> list[dict]:
        return [json.loads(line) for line in (self.top / "log.jsonl").read_text(encoding="utf-8").splitlines()]

    def test_each_row_has_its_result(self) -> None:
        self.write("kernels/deep/wrong.metal", KERNEL.replace("* FACTOR", "+ FACTOR").replace('"factor.h"', '"../factor.h"'))
        self.write("kernels/own.metal", "//! contract: ../scaled.contract\n" + KERNEL)
        self.write("kernels/nobody.metal", KERNEL)
        self.write("kernels/misfit.metal", KERNEL.replace("float *x", "int *x"))
        self.map("# kernel\tcontract\toptions", "", "scale.metal\tscaled.contract", "deep/wrong.metal\tscaled.contract\t--entry scale",
                 "misfit.metal\tscaled.contract", "scale.metal\tscaled.contract\t--holds 'COUNT % 3 == 0'")
        code, said = self.validate("--log", "log.jsonl", "--jobs", "2")
        self.assertEqual(code, 1, said)
        for line in ("1..5", "not ok 1 - deep/wrong.metal", "not ok 2 - misfit.metal", "ok 3 - nobody.metal # SKIP no row of map.tsv names it", "ok 4 - own.metal",
                     "ok 5 - scale.metal", "    ok 2 - scale.metal:scaled.contract --holds 'COUNT % 3 == 0'",
                     "    # fail: results are wrong", "    # internal error: not validated: line 5 of the map: ", "6 discovered = 5 run + 1 skipped"):
            self.assertIn(line, said)
        self.assertIn("validate kernels/deep/wrong.metal --contract scaled.contract --entry scale\n", said)
        self.assertLess(said.index("ok 4 -"), said.index("ok 5 -"))
        lines = self.log()
        self.assertEqual([line["type"] for line in lines], ["run", *["case"] * 6, "end"])
        verdicts = {line["name"]: line for line in lines if line["type"] == "case"}
        self.assertEqual(verdicts["scale.metal:scaled.contract"]["verdict"], "pass")
        self.assertEqual(verdicts["scale.metal:scaled.contract"]["validation"]["verdict"], "RIGHT")
        self.assertEqual(verdicts["own.metal"]["area"], "scaled")
        self.assertEqual(lines[-1]["ledger"]["fail"], 1)
        self.junit()

    def junit(self) -> None:
        """The reports of a run of cases read this log as well."""
        done = subprocess.run([sys.executable, TOP / "reports", "log.jsonl", "-o", "report"], cwd=self.top, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = {case.get("name"): case for case in ElementTree.parse(self.top / "report/junit.xml").iter("testcase")}
        self.assertEqual(len(found), 6)
        self.assertIsNotNone(found["deep/wrong.metal:scaled.contract --entry scale"].find("failure"))
        self.assertIsNotNone(found["misfit.metal:scaled.contract"].find("error"))
        self.assertIsNotNone(found["nobody.metal"].find("skipped"))
        self.assertEqual(len(found["scale.metal:scaled.contract"]), 0)

    def test_exit_codes(self) -> None:
        self.map("scale.metal\tscaled.contract")
        self.assertEqual(self.validate()[0], 0)
        self.assertEqual(self.validate(command="kernels --contract scaled.contract")[0], 0)
        code, said = self.validate(command="kernels")
        self.assertEqual((code, "SKIP it has no `//! contract:` in it" in said), (77, True), said)
        self.map("scale.metal\tnowhere.contract")
        code, said = self.validate()
        self.assertEqual((code, "line 1 of the map: nowhere.contract" in said), (2, True), said)
        self.map("scale.metal\tscaled.contract\t--timeout nine")
        self.assertEqual(self.validate()[0], 2)

    def test_a_crash_of_one_validation_is_its_own(self) -> None:
        """A process that ends without a verdict costs its row, and no other."""
        self.write("kernels/second.metal", KERNEL)
        self.map(f"scale.metal\tscaled.contract\t--reference kill.py:kill --ulp 0 --python '{sys.executable}'", "second.metal\tscaled.contract")
        self.write("kill.py", "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\ndef kill(x):\n    return x\n")
        code, said = self.validate()
        self.assertEqual(code, 3, said)
        self.assertIn("its validation ended by signal 9", said)
        self.assertIn("ok 2 - second.metal", said)

    def test_what_is_wrong_in_a_map(self) -> None:
        for row, words in (("scale.metal", "map.tsv:2: a row is KERNEL, CONTRACT and"), ("scale.metal\ta\tb\tc", "map.tsv:2: a row is KERNEL"),
                           ("\tscaled.contract", "map.tsv:2: a row is KERNEL"), ("absent.metal\tscaled.contract", "map.tsv:2: there is no absent.metal in kernels"),
                           ("scale.metal\tscaled.contract\t--holds 'N", "map.tsv:2: a ' opens words"), ("scale.metal\tscaled.contract\t--json x", "map.tsv:2: --json is not of one row"),
                           ("scale.metal\tscaled.contract\t--log=x", "map.tsv:2: --log"), ("scale.metal\tscaled.contract", "map.tsv:2: line 1 says the same")):
            with self.subTest(row):
                self.map("scale.metal\tscaled.contract", row)
                code, said = self.validate()
                self.assertEqual((code, words in said, "ok 1" in said), (2, True, False), said)
        for command, words in (("kernels --contracts absent.tsv", "absent.tsv: cannot be read"), ("kernels --contracts map.tsv --contract softmax", "both say what"),
                               ("kernels --contracts map.tsv --json x", "--json goes with one kernel"), ("kernels --watch", "--watch goes with one kernel"),
                               ("kernels/scale.metal --contract softmax --contracts map.tsv", "a map goes with a directory"),
                               ("kernels/scale.metal --contract softmax --log x", "--log goes with a directory")):
            with self.subTest(command):
                code, said = self.validate(command=command)
                self.assertEqual((code, words in said), (2, True), said)
        (self.top / "empty").mkdir()
        self.assertIn("empty: has no kernels", self.validate(command="empty")[1])

    def test_an_interrupt_loses_nothing(self) -> None:
        """One row has ended, one never will: its function waits for a file that nobody writes. The signal comes as a terminal sends it, to
        all processes, so to the validations twice: from it and from the parent. Nothing is left."""
        (self.top / "tmp").mkdir()
        self.write("kernels/waits.metal", KERNEL)
        self.write("wait.py", "import time\nopen('started', 'w').close()\nwhile True:\n    time.sleep(0.01)\n")
        self.map("scale.metal\tscaled.contract", f"waits.metal\tscaled.contract\t--reference wait.py:wait --ulp 0 --timeout 600 --python '{sys.executable}'")
        run = subprocess.Popen([ASSAY, "validate", "kernels", "--contracts", "map.tsv", "--log", "log.jsonl", "--jobs", "1"],
                               stdout=subprocess.PIPE, text=True, cwd=self.top, env=ENVIRONMENT | {"TMPDIR": str(self.top / "tmp")},
                               start_new_session=True)
        assert run.stdout
        for line in run.stdout:
            self.assertFalse(line.startswith("not ok"), line)
            if line.startswith("ok 1 - scale.metal"):
                break
        while not (self.top / "started").exists():
            self.assertIsNone(run.poll())
        os.killpg(run.pid, signal.SIGTERM)
        rest = run.stdout.read()
        run.stdout.close()
        self.assertEqual(run.wait(), 130)
        self.assertIn("Bail out! interrupted", rest)
        lines = self.log()
        self.assertEqual([line["type"] for line in lines], ["run", "case", "end"])
        self.assertTrue(lines[-1]["interrupted"])
        self.assertEqual(list((self.top / "tmp").iterdir()), [])


class Watch(Folder):
    def test_what_changes_is_validated_again(self) -> None:
        run = subprocess.Popen([ASSAY, "validate", "kernels/scale.metal", "--contract", "scaled.contract", "--quick", "--watch"], stdout=subprocess.PIPE,
                               text=True, cwd=self.top, env=ENVIRONMENT)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        assert run.stdout
        self.addCleanup(run.stdout.close)

        def verdict() -> str:
            """Of the next run, until it waits."""
            assert run.stdout
            found = ""
            for line in run.stdout:
                found = found or line.split()[0] if line.startswith(("RIGHT", "WRONG")) else found
                if line.startswith("watching"):
                    return f"{found} {line.split()[1]}"
            return "ended"

        self.assertEqual(verdict(), "RIGHT 3")
        self.write("kernels/more.h", FACTOR)
        for name, content, seen in (("kernels/scale.metal", KERNEL.replace("x[i] *", "x[i] +"), "WRONG 3"), ("kernels/scale.metal", KERNEL, "RIGHT 3"),
                                    ("kernels/factor.h", FACTOR.replace("2", "3"), "WRONG 3"),
                                    ("scaled.contract", CONTRACT.replace("a * 2", "a * 3"), "RIGHT 3"),
                                    ("kernels/factor.h", '#include "more.h"\n', "WRONG 4"), ("kernels/more.h", FACTOR.replace("2", "3"), "RIGHT 4")):
            self.write(name, content)
            self.assertEqual(verdict(), seen, name)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), 130)


if __name__ == "__main__":
    unittest.main()
