"""Tests of the pages that `assay validate --report` and `assay bench --json` end in."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from typing import Any

from reports import plots, validate


def trial(inputs: str = "ordinary", verdict: str = "pass", of_bound: float | None = 0.5, baseline: bool = False) -> dict[str, Any]:
    return {"inputs": inputs, "verdict": verdict, "of_bound": of_bound, "baseline": baseline}


def verdict(**more: Any) -> dict[str, Any]:
    check = {"name": "correctness", "meaning": "sizes", "run": 3, "failed": 1, "skipped": 0, "unpromised": 2, "worst_of_bound": 7.5,
             "worst_where": "float, N=3", "note": None}
    finding = {"kind": "defect", "check": "correctness", "what": "results are <wrong>", "where": "float, N=3", "detail": "y[0]: got 1", "count": 2}
    samples = {"median": 0.002, "low": 0.001, "high": 0.003, "samples": [0.001, 0.002, 0.003]}
    row = {"sizes": "N=9", "type": "float", "bytes": 2e6, "operations": 4e6, "candidate": samples, "baseline": samples, "ratio": 1.25,
           "ratio_low": 1.2, "ratio_high": 1.3, "confidence": 0.97, "verdict": "slower"}
    return {"kind": "validation", "verdict": "WRONG", "right": False, "exit_code": 1, "file": "k.metal", "kernel": "k", "baseline": "old.metal",
            "contract": "layer_norm", "title": "LayerNorm", "device": "softmetal", "software": True, "seed": 1, "seconds": 1.5,
            "findings": [finding], "checks": [check], "speed": {"rows": [row]},
            "trials": [trial(), trial("rows with NaN", "fail", None), trial(of_bound=2e9, verdict="fail"), trial(baseline=True)]} | more


def bench() -> dict[str, Any]:
    row = {"kernel": "layernorm/naive", "sizes": "ROWS=32 N=768", "type": "float", "batch": 32, "seconds": 0.001, "low": 0.001, "high": 0.002,
           "bytes_per_element": 24, "gigabytes_per_second": 0.59, "operations_per_second": 1e9}
    product = row | {"kernel": "matmul/tiled", "sizes": "M=128", "batch": 0, "bytes_per_element": 0}
    published = {"kernel": "PyTorch", "batch": 8192, "seconds": 0.0002636, "bytes_per_element": 20, "gigabytes_per_second": 477}
    return {"kind": "bench", "device": "softmetal", "software": True, "rows": [row, product], "published": [published]}


class Points(unittest.TestCase):
    def test_what_is_wrong_is_drawn_even_without_a_bound(self) -> None:
        found = validate.points(verdict())
        self.assertEqual([(p.inputs, p.of_bound, p.good) for p in found],
                         [("ordinary", 0.5, True), ("rows with NaN", validate.LARGEST, False), ("ordinary", validate.LARGEST, False)])

    def test_a_right_trial_without_a_bound_and_the_baseline_are_not(self) -> None:
        self.assertEqual(validate.points(verdict(trials=[trial(of_bound=None), trial(baseline=True)])), [])


class Pages(unittest.TestCase):
    def test_a_verdict(self) -> None:
        page = validate.page(verdict())
        for words in ("WRONG", "results are &lt;wrong&gt;", "2 times", "float, N=3", "y[0]: got 1", "2.000 ms", "slower: 1.25 times", "(1.20 to 1.30)",
                      "2 in whose mode nothing is promised", "no measure of any GPU"):
            self.assertIn(words, page)
        self.assertEqual(page.count("<svg"), 2 if plots.available() else 0)

    def test_a_bench_marks_what_was_published(self) -> None:
        page = validate.page(bench())
        for words in ("layernorm/naive", "0.59", "matmul/tiled", "Published by the LayerNorm guide for an M1 Max, not measured here", "477"):
            self.assertIn(words, page)
        self.assertLess(page.index("Published by"), page.index("PyTorch</td>"))
        self.assertEqual(page.count("<svg"), 1 if plots.available() else 0)

    def test_nothing_to_draw(self) -> None:
        self.assertNotIn("<svg", validate.page(verdict(trials=[], speed={"rows": []})))
        self.assertNotIn("<svg", validate.page(bench() | {"rows": [], "published": []}))

    def test_without_matplotlib_it_says_so(self) -> None:
        with unittest.mock.patch.object(plots, "available", return_value=False):
            for data in (verdict(), bench()):
                page = validate.page(data)
                self.assertIn("Matplotlib is not installed", page)
                self.assertNotIn("<svg", page)


class Command(unittest.TestCase):
    def run_on(self, content: str) -> tuple[int, str, str]:
        with tempfile.TemporaryDirectory() as folder:
            given, page = Path(folder) / "v.json", Path(folder) / "page.html"
            given.write_text(content, encoding="utf-8")
            err = io.StringIO()
            with contextlib.redirect_stderr(err):
                code = validate.main([str(given), "-o", str(page)])
            return code, err.getvalue(), page.read_text(encoding="utf-8") if page.exists() else ""

    def test_a_page_is_written(self) -> None:
        code, err, page = self.run_on(json.dumps(verdict()))
        self.assertEqual((code, err), (0, ""))
        self.assertIn("</html>", page)

    def test_what_is_no_verdict_is_refused_in_one_line(self) -> None:
        for content in ("no json", "[]", '{"kind": "other"}'):
            code, err, page = self.run_on(content)
            self.assertEqual((code, page), (2, ""))
            self.assertEqual(len(err.splitlines()), 1, err)


if __name__ == "__main__":
    unittest.main()
