#!/usr/bin/env python3
"""Tests of `assay validate` where a Python function or another kernel says what must come out.

Runs $ASSAY (default: build/assay) on its default device.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
TEMPORARY = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)  # also of what is killed
ENVIRONMENT = os.environ | {"TMPDIR": TEMPORARY.name}

KERNEL = """#include <metal_stdlib>
using namespace metal;
kernel void scale(device const float *x [[buffer(0)]], device float *y [[buffer(1)]], device int *rank [[buffer(2)]],
                  constant uint &n [[buffer(3)]], constant float &factor [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    if (i >= n)
        return;
    y[i] = x[i] * factor;
    rank[i] = int(i) - 2;
}
"""
CONTRACT = """//! title:   Scaled numbers and where they stood
//! types:   float
//! sizes:   (ROWS, N) in (1, 5) (3, 4)
//! in:      a float[ROWS, N] = random(-4, 4) | also x input
//! out:     y float[ROWS, N]
//! out:     rank int[ROWS * N]
//! value:   n = ROWS * N
//! value:   factor = 0.5
//! inputs:  one NaN | a = values nan 1 …
//! inputs:  another factor | factor = 2
//! dispatch: groups ceil_div(ROWS * N, TG), threadgroup TG
//! threadgroups: 32
"""
PYTHON = """import math
import time

def right(x, factor, n):
    assert isinstance(x, list) and isinstance(x[0], list)
    return [[v * factor for v in row] for row in x], [i - 2 for i in range(n)]

def by_names(INPUT, factor, ROWS, N, T, further=None):
    assert T == "float" and further is None
    return {"rank": range(-2, ROWS * N - 2), "y": [v * factor for row in INPUT for v in row]}

def wrong(x, factor, n):
    return [[v / factor for v in row] for row in x], [i - 2 for i in range(n)]

def rank_wrong(x, factor, n):
    return [[v * factor for v in row] for row in x], [i - 3 for i in range(n)]

def short(x, n):
    return x, [0] * (n - 1)

def turned(x, n):
    return [list(column) for column in zip(*x)], [0] * n

def raises(x):
    total = sum(x[0])
    return helper(total)

def helper(total):
    return total / 0

def nothing(x):
    pass

def one_of_two(x):
    return x

def half_a_rank(x, n):
    return x, [i + 0.5 for i in range(n)]

def words(x, n):
    return [["a"] * len(row) for row in x], [0] * n

def further(x, weights):
    return x

def hangs(x):
    while True:
        try:
            time.sleep(1)
        except Exception:
            pass

def leaves(x):
    raise SystemExit(3)
"""
# Function, exit code, words that are said.
ANSWERS = [
    ("right", 0, ["RIGHT", "Judged by what", "ref.py:right returns: ulp 0"]),
    ("by_names", 0, ["RIGHT"]),
    ("wrong", 1, ["results are wrong", "y[0]"]),
    ("rank_wrong", 1, ["results are wrong", "rank[0]: got -2", "expected -3"]),
    ("short", 2, ["ref.py:18", "`short` gives 4 values for `rank`, which has 5", "ROWS=1 N=5"]),
    ("turned", 2, ["ref.py:21", "`turned` gives 5 x 1 values for `y`, which has 5 (1 x 5)"]),
    ("raises", 2, ["ref.py:29", "`raises` raises ZeroDivisionError: float division by zero", "ROWS=1 N=5"]),
    ("nothing", 2, ["ref.py:31", "returns nothing", "`y`, `rank`"]),
    ("one_of_two", 2, ["ref.py:34", "must return 2 outputs", "y, rank"]),
    ("half_a_rank", 2, ["gives 0.5 for rank[0], which a int does not hold"]),
    ("words", 2, ["gives 'a' for y[0], which is a float"]),
    ("further", 2, ["ref.py:43", "no `weights`", "a, n, factor, ROWS, N, T"]),
    ("hangs", 2, ["ref.py:", "does not end within 2 s; --timeout allows more"]),
    ("leaves", 2, ["ref.py:54", "SystemExit"]),
    ("rihgt", 2, ["ref.py", "has no function `rihgt`; did you mean right?"]),
]


class Answers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, content in (("k.metal", KERNEL), ("c.contract", CONTRACT), ("ref.py", PYTHON)):
            self.write(name, content)

    def write(self, name: str, content: str) -> str:
        (Path(self.folder.name) / name).write_text(content)
        return name

    def validate(self, *options: str, kernel: str = "k.metal") -> tuple[int, str]:
        done = subprocess.run([ASSAY, "validate", kernel, "--contract", "./c.contract", "--no-speed", "--no-checked", "--jobs", "1", *options],
                              cwd=self.folder.name, capture_output=True, text=True, timeout=240, check=False, env=ENVIRONMENT)
        return done.returncode, done.stdout + done.stderr

    def expect(self, code: int, words: list[str], *options: str, kernel: str = "k.metal") -> None:
        got, page = self.validate(*options, kernel=kernel)
        self.assertEqual(got, code, page)
        for word in words:
            self.assertIn(word, page)

    def test_python(self) -> None:
        for function, code, words in ANSWERS:
            with self.subTest(function):
                self.expect(code, words, "--reference", f"ref.py:{function}", "--ulp", "0", "--timeout", "2" if function == "hangs" else "20")

    def test_python_files(self) -> None:
        self.write("broken.py", "def f(x):\n    return x +\n")
        self.write("needs.py", "import no_such_module_of_anyones\n")
        for reference, words in (("none.py:f", ["none.py", "No such file"]), ("broken.py:f", ["broken.py:2", "SyntaxError"]),
                                 ("needs.py:f", ["needs.py:1", "ModuleNotFoundError", "--python names another"]), ("ref.py", ["FILE.py:FUNCTION"]),
                                 (":f", ["FILE.py:FUNCTION"]), ("ref.py:", ["FILE.py:FUNCTION"])):
            with self.subTest(reference):
                self.expect(2, words, "--reference", reference, "--ulp", "0")

    def test_options(self) -> None:
        for options, words in ((["--reference", "ref.py:right"], ["`y` is made of floats", "--ulp N or --near"]),
                               (["--python", "python3"], ["--python goes with --reference"]),
                               (["--as-reference"], ["--as-reference goes with --baseline"]),
                               (["--reference", "ref.py:right", "--baseline", "k.metal", "--as-reference"], ["leave one out"]),
                               (["--reference", "ref.py:right", "--python", "./none", "--ulp", "0"], ["./none", "cannot be started"]),
                               (["--near", "1e-3", "1e-2"], ["`1e-2` is one word too many"]),
                               ([], ["c.contract", "needs `//! expect:`"])):
            with self.subTest(options):
                self.expect(2, words, *options)

    def test_what_is_printed_is_no_answer(self) -> None:
        self.write("says.py", "print('{}')\ndef f(x, factor, n):\n    print('{\"text\": \"no\"}')\n    return [v * factor for r in x for v in r], range(-2, n - 2)\n")
        self.expect(0, ["RIGHT"], "--reference", "says.py:f", "--ulp", "0")

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "no NumPy")
    def test_numpy(self) -> None:
        self.write("arrays.py", "import numpy as np\ndef f(x, factor, ROWS, N):\n    assert x.shape == (ROWS, N) and x.dtype == np.float64\n"
                   "    return x * factor, np.arange(-2, ROWS * N - 2, dtype=np.int32)\n")
        self.expect(0, ["RIGHT"], "--reference", "arrays.py:f", "--ulp", "0", "--python", sys.executable)

    def test_a_mode_that_promises_nothing(self) -> None:
        self.expect(0, ["of which fast math promises nothing"], "--reference", "ref.py:right", "--ulp", "0")

    def test_an_exception_is_one_trials(self) -> None:
        """The rest is judged, and the trial itself runs: what it writes beside its outputs is found."""
        contract = (Path(self.folder.name) / "c.contract").read_text().replace("one NaN | a = values nan 1 …", "large ones | a = random(800, 900)")
        self.write("c.contract", contract)
        self.write("exp.py", "import math\ndef f(x, factor, n):\n    [math.exp(v) for row in x for v in row]\n"
                   "    return [v * factor for row in x for v in row], range(-2, n - 2)\n")
        note = "not judged, since the reference says nothing: exp.py:3: `f` raises OverflowError: math range error"
        options = ["--reference", "exp.py:f", "--ulp", "0", "--math", "safe"]
        self.expect(0, ["RIGHT", note, "first: float, ROWS=1 N=5, threadgroup 32, large ones", "2 runs are not judged", "2 not judged"], *options)
        wrong = self.write("wrong.metal", KERNEL.replace("x[i] * factor", "x[i]"))
        self.expect(1, ["results are wrong", note], *options, kernel=wrong)
        beyond = self.write("beyond.metal", KERNEL.replace("    rank[i]", "    if (x[i] > 5) y[n] = 1;\n    rank[i]"))
        self.expect(1, ["writes where it must not", "large ones"], *options, kernel=beyond)

    def test_hints_are_runs(self) -> None:
        """Each needs trials that no plan has, for which the reference is asked again."""
        for old, new, words in (("return;", "return;\n    if (i > 8) return;", "right at ROWS=2 N=4, wrong at ROWS=3 N=4, all else equal"),
                                ("x[i] * factor", "half(x[i]) * factor", "with float in place of half inside of it the result is right"),
                                ("x[i] * factor", "x[i] * 0.5f", "does not use the factor that it is told: it writes the same bits for 2 and for 0.5")):
            kernel = self.write("hint.metal", KERNEL.replace(old, new))
            for judge in (["--reference", "ref.py:right"], ["--baseline", "k.metal", "--as-reference"]):
                with self.subTest(new, judge=judge[0]):
                    self.expect(1, [words], *judge, "--ulp", "0", kernel=kernel)

    def test_another_kernel(self) -> None:
        old = self.write("old.metal", KERNEL)
        self.expect(0, ["RIGHT", "Judged by what old.metal writes: the same bits"], "--baseline", old, "--as-reference")
        near = self.write("near.metal", KERNEL.replace("x[i] * factor", "x[i] * factor * 1.0000002f"))
        self.expect(1, ["results are wrong", "y["], "--baseline", near, "--as-reference")
        self.expect(0, ["near.metal writes: ulp 4"], "--baseline", near, "--as-reference", "--ulp", "4")
        other = self.write("other.metal", KERNEL.replace("int(i) - 2", "int(i) - 1"))
        self.expect(1, ["rank["], "--baseline", other, "--as-reference", "--ulp", "4")
        unsigned = self.write("unsigned.metal", KERNEL.replace("device int *", "device uint *"))  # what lies in memory is the contract's
        self.expect(0, ["RIGHT"], "--baseline", unsigned, "--as-reference")

    def test_another_kernel_that_fails(self) -> None:
        for text, words in ((KERNEL.replace("x[i] * factor", "x[i] * fctor"), ["bad.metal", "is no reference, since it fails itself", "does not compile"]),
                            (KERNEL.replace("if (i >= n)", "if (i > n)"), ["bad.metal", "is no reference, since it fails itself"]),
                            (KERNEL.replace("device int *", "device short *"), ["gives `rank` in another type or size"]),
                            ("//! holds: N % 4 == 0\n" + KERNEL, ["does not admit", "N=5"])):
            with self.subTest(words=words):
                self.expect(2, words, "--baseline", self.write("bad.metal", text), "--as-reference")


if __name__ == "__main__":
    unittest.main()
