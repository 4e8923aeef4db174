#!/usr/bin/env python3
"""The judges of numbers: that they share no code with softmetal, and that the table of accuracy decides."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build" / "assay"))
BUILD = Path(os.environ.get("ASSAY_BUILD", str(TOP / "build")))
CASE = "math/bounded:F=rsqrt,math=safe"


LAYERS = ("base", "reference", "check", "case", "metal", "report", "run", "validate", "command")


class Independence(unittest.TestCase):
    def test_references_use_nothing_of_softmetal(self) -> None:
        libraries = [BUILD / "layers" / f"liblayer-{name}.a" for name in LAYERS]
        if not all(library.exists() for library in libraries):
            self.skipTest(f"the libraries of the layers are not in {BUILD}")
        text = subprocess.run(["nm", "-A", "--undefined-only", *libraries], capture_output=True, text=True, check=True).stdout
        used = {line.split()[-1] for line in text.splitlines() if " U " in line}
        self.assertTrue("sin" in used and "log2" in used, "the references' own functions are not even there")
        # softmetal computes by SLEEF's functions of float; sweeps take real values from those of double, which are tested against MPFR
        shared = sorted(name for name in used if re.match(r"_?(Sleef_cinz_|Sleef_[a-z0-9]+f\d+_|sm_|__msl_|softmetal)", name))
        self.assertEqual(shared, [])


class Table(unittest.TestCase):
    def run_case(self, table: Path | None, log: Path) -> int:
        environment = dict(os.environ)
        environment.pop("ASSAY_ACCURACY", None)
        if table:
            environment["ASSAY_ACCURACY"] = str(table)
        return subprocess.run([ASSAY, "run", "--device", "softmetal", "--jobs", "1", "--log", str(log), CASE], env=environment, capture_output=True).returncode

    def worst(self, log: Path) -> float:
        cases = [line for line in map(json.loads, log.read_text().splitlines()) if line["type"] == "case"]
        return cases[0]["measured"]["quick"]["worst"]

    def test_a_bound_that_is_too_tight_turns_red(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            if self.run_case(None, directory / "as-is.jsonl") == 77:
                self.skipTest("no softmetal here")
            worst = self.worst(directory / "as-is.jsonl")
            self.assertGreater(worst, 1, "fast::rsqrt errs by no more than an ulp; take another function")
            rows = (TOP / "reference" / "accuracy.tsv").read_text().splitlines()
            tight = [row.replace("\tulp 2\t", "\tulp 1\t") if row.startswith("rsqrt\t") else row for row in rows]
            self.assertNotEqual(rows, tight)
            (directory / "tight.tsv").write_text("\n".join(tight) + "\n")
            self.assertEqual(self.run_case(None, directory / "own.jsonl"), 0)
            self.assertEqual(self.run_case(directory / "tight.tsv", directory / "tight.jsonl"), 1)

    def test_a_table_that_cannot_be_read_is_no_verdict(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            code = self.run_case(Path(name) / "none.tsv", Path(name) / "log.jsonl")
            self.assertIn(code, (3, 77))


SWEPT = "math/every_float:F=sqrt,NAMESPACE=precise,*"
BAD = 0x49D5E6F7  # 0x1.abcdeep+20
CHUNKS = 256


class Sweep(unittest.TestCase):
    """--exhaustive, over parts that are small enough for a test."""

    def run_sweep(self, log: Path, *options: str) -> tuple[int, list[dict]]:
        kind = "--resume" if log.exists() else "--log"
        code = subprocess.run([ASSAY, "run", "--device", "softmetal", "--jobs", "1", kind, str(log), *options, SWEPT], capture_output=True).returncode
        if code == 77:
            self.skipTest("no softmetal here")
        return code, [json.loads(line) for line in log.read_text().splitlines()]

    def case(self, lines: list[dict]) -> dict:
        return [line for line in lines if line["type"] == "case"][-1]

    def test_an_argument_that_no_sample_has_is_found_and_runs_alone(self) -> None:
        part = f"{BAD // (1 << 24) + 1}/{CHUNKS}"
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            code, _ = self.run_sweep(directory / "sample.jsonl", "--fault", "math_sqrt_once")
            self.assertEqual(code, 0, "the sample finds it, so this test shows nothing")
            code, lines = self.run_sweep(directory / "sweep.jsonl", "--fault", "math_sqrt_once", f"--exhaustive={part}")
            case = self.case(lines)
            self.assertEqual((code, case["failure"]["wrong"], case["failure"]["first"][0]["element"]), (1, 1, BAD))
            self.assertIn(f"--argument {BAD:#x}", case["rerun"])
            alone = case["rerun"].split()
            self.assertEqual(subprocess.run([ASSAY, *alone[1:]], capture_output=True).returncode, 1)
            other = [word if word != f"{BAD:#x}" else f"{BAD + 1:#x}" for word in alone]
            self.assertEqual(subprocess.run([ASSAY, *other[1:]], capture_output=True).returncode, 0)

    def test_a_sweep_that_was_killed_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            log = Path(name) / "log.jsonl"
            code, lines = self.run_sweep(log, "--exhaustive=3/32")
            whole = self.case(lines)
            self.assertEqual((code, whole["judged"] + whole["unjudged"]), (0, 8 * (1 << 24) + 4096))
            self.assertGreater(whole["measured"]["result"]["count"], whole["judged"] - 4096, "not every chunk counts")
            cut = [line for line in lines if line["type"] in ("run", "swept")]
            state = cut[-1]["state"].split()
            self.assertGreater(int(state[0]), 0)
            state[8] = "0x1.8p-1"  # a worst error that no square root has: only a sweep that goes on will keep it
            cut[-1]["state"] = " ".join(state)
            log.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in cut))
            code, lines = self.run_sweep(log, "--exhaustive=3/32")
            again = self.case(lines)
            self.assertEqual((code, again["judged"], again["unjudged"]), (0, whole["judged"], whole["unjudged"]))
            self.assertEqual(again["measured"]["result"]["count"], whole["measured"]["result"]["count"])
            self.assertEqual(again["measured"]["result"]["worst"], 0.75)


if __name__ == "__main__":
    unittest.main()
