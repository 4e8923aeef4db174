#!/usr/bin/env python3
"""End-to-end tests of `assay validate`: the seeds' kernels and their mistakes, schedules, mutants of the ladders."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from validating import ASSAY, LAYERNORM, MATMUL, README, RIGHT, SEEDS, Validations, WRONG, validate

MLX = ["--mlx", "--inputs", "A,V,shape", "--outputs", "C", "--group", "16, 16, 1"]
GRIDS = {
    "threads": ["--grid", "16 * ceil_div(N, 16), 16 * ceil_div(M, 16), 1"],
    "groups": ["--grid", "ceil_div(N, 16), ceil_div(M, 16), 1"],
    "exact": ["--grid", "N, M, 1"],
}
NARROW = ["--personality", "narrow", "--holds", "COUNT % 32 == 0"]
WIDE = ["--personality", "wide"]

# The kernels as published: file, contract, further options, words of which each must be in the verdict. With lines, since cases/contracts/README.md names them.
MISTAKES = [
    ("k2_tree", "layer_norm", [], ["results are wrong", "line 25", "no barrier between"]),
    ("k2_tree_of_powers", "layer_norm", [], ["line 26", "no barrier between"]),
    ("k3_simd", "layer_norm", [], ["results are wrong", "line 26", "no barrier between"]),
    ("k4_vectors", "layer_norm", [], ["unwritten", "no multiple of 4", "right at ROWS=1 N=4, wrong at ROWS=1 N=1", "line 35", "not a multiple of 16"]),
    ("k5_one_pass", "layer_norm", [], ["inputs: a large mean and a small variance: wrong with src = normal(10000, 1), right with the ordinary ones", "inputs: a variance below epsilon"]),
    ("k6_welford", "layer_norm", [], ["line 56", "nothing has been written", "line 22", "not active"]),
    ("reduce_sum", "sum", [], ["line 15", "not active", "no multiple of 32", "no multiple of 16, as Metal demands"]),
    ("reduce_sum", "sum", NARROW, ["the kernel crashes", "accessed threadgroup memory past its end"]),
    ("reduce_again", "sum", [], ["the cell is not cleared between dispatches"]),
    ("spec_reduce", "sum", [], ["threadgroups of one SIMD-group pass", "right with 32, wrong with 256"]),
    ("two_phases", "sum", [], ["line 17", "thread 0 of threadgroup 0 read", "more than one threadgroup: right at COUNT=256, wrong at COUNT=257"]),
    ("partial_sum", "group_sums", [], ["no power of two: right with 256, wrong with 96"]),
    ("partial_sum_open", "group_sums", [], ["does not compile", "partial_sum_open.metal:12", "expected expression", "partial_sum_open.metal:21", "member reference"]),
    ("simd_reduce", "simd_sums", [], ["line 12", "which thread 0 of threadgroup 0 wrote", "line 10", "bytes into buffer 0"]),
    ("rotate", str(RIGHT.parent / "rotate.contract"), WIDE, ["results are wrong"]),
    ("process_array", "map_double", [], ["writes where it must not", "line 8"]),
    ("vector_add", "map_add", [], ["writes where it must not", "line 9"]),
    ("mixed_positions", "map_add", [], ["does not compile", "both be scalars"]),
    ("guard", "map_limit", [], ["inputs: NaN among numbers: wrong with input = rows_nan(8), right with the ordinary ones"]),
    ("adjust_brightness", "brightness", [], ["codes are cut off instead of rounded"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["groups"], "--types", "float"], ["unwritten"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["exact"], "--types", "float"], ["line 15", "nothing has been written"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["threads"]], ["does not compile", "bfloat"]),
]
# Published kernels that look wrong and are not.
HARMLESS = [
    ("process_image", "image_invert", []),
    ("gemm_body", "matmul", [*MLX, *GRIDS["threads"], "--types", "float half"]),
]

# the ladder's file, text to replace, replacement, words of which each must be in the verdict
LAYERNORM_MUTANTS = [
    ("shared", "partial[local] = value;\n    threadgroup_barrier(mem_flags::mem_threadgroup);", "partial[local] = value;", ["barrier"]),
    ("simd", "    threadgroup_barrier(mem_flags::mem_threadgroup); // all sums are read\n", "", ["no barrier between"]),
    ("naive", "for (long i = 0; i < n; i++)\n        sum", "for (long i = 0; i + 1 < n; i++)\n        sum",
     ["results are wrong", "the last element of each row is left out"]),
    ("vectorized", "i < size; i += threads) // the rest of y", "i < 4 * quads; i += threads)", ["unwritten", "no multiple of 4"]),
    ("naive", "+ eps);", "+ 1e-6f);", ["epsilon is 1e-6", "does not use the eps that it is told: it writes the same bits for 0.25 and for 1e-5"]),
    ("naive", "+ eps);", ");", ["epsilon is not added"]),
    ("naive", "* float(gamma[i]) + float(beta[i])", "* float(beta[i]) + float(gamma[i])", ["gamma and beta are swapped"]),
    ("naive", "float sum = 0.0f;", "half sum = 0.0h;", ["with float in place of half inside of it the result is right"]),
    ("shared", "(live + 1) / 2", "live / 2", ["no power of two"]),
    ("naive", "for (long i = 0; i < n; i++)\n        y[i]", "for (long i = 0; i <= n; i++)\n        y[i]", ["writes where it must not"]),
]
MATMUL_MUTANTS = [
    ("vectorized", "row >= m || column >= n", "column >= n", ["writes where it must not"]),
    ("naive", "row >= m || column >= n", "row >= m", ["writes where it must not"]),
    ("tiled", "if (row < m && column < n)", "if (row < m)", ["writes where it must not", "no multiple of 16"]),
    ("tiled", "        threadgroup_barrier(mem_flags::mem_threadgroup); // both tiles are used up\n", "", ["no barrier between"]),
    ("simdgroup_matrix", "first < k; first += 8", "first + 8 <= k; first += 8", ["the last K % 8 products of each sum are left out"]),
    ("simdgroup_matrix", "top + i / 8 < m && ", "", ["writes where it must not"]),
]
# fixtures/wrong: kernel, contract, options, words. All of them pass, or nearly, where threadgroups run as they happen to.
SCHEDULED = [
    ("lost_updates", "sum", [], ["only weak memory fails", "right otherwise, wrong at"]),
    ("tried_once", "sum", [], ["only weak memory fails"]),
    ("no_fence", "prefix_sum", [], ["only weak memory fails", "wrong at"]),
    ("no_fence_barrier", "sum", [], ["only weak memory fails", "wrong at"]),
    ("no_ticket", "prefix_sum", [], ["far more than it takes otherwise", "no more of them: it does not end", "the last first", "Metal promises no order"]),
    ("fence_too_late", "sum", [], ["only weak memory fails", "wrong at"]),
    ("clear_late", "group_sums", [], ["their SIMD-groups too", "or the SIMD-groups in them, run in another order"]),
    ("grid_barrier", "sum", [], ["far more than it takes otherwise", "no more of them: it does not end", "several are under way at once"]),
]
# The same of kernels that multiply by tensors, or convolve, or pack for them, and are wrong in any order.


class Mistakes(Validations):
    def test_the_seeds_kernels(self) -> None:
        for name, contract, options, words in MISTAKES:
            with self.subTest(name, options=options):
                self.assert_found(SEEDS / f"{name}.metal", contract, options, words)

    def test_what_schedules_show(self) -> None:
        for name, contract, options, words in SCHEDULED:
            with self.subTest(name):
                self.assert_found(WRONG / f"{name}.metal", contract, options, words)
        code, said = validate(RIGHT / "look_back.metal", "prefix_sum")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"schedule +68 runs, 0 failed")

    def test_a_kernels_own_text_says_what_it_is_made_for(self) -> None:
        for name, contract, words in (("matmul_of_tiles", "matmul", r"not varied: TG `left` is made for 16"),
                                      ("softmax_bytes", "softmax", r"threadgroup 128"), ("sum_bits", "sum", r"schedule +\d+ runs"),
                                      ("softmax_in_place", "softmax", r"order of rows +6 runs, 0 failed")):
            with self.subTest(name):
                code, said = validate(RIGHT / f"{name}.metal", contract)
                self.assertEqual(code, 0, said)
                self.assertRegex(said, words)
        code, said = validate(RIGHT / "matmul_of_tiles.metal", "matmul", "--threadgroups", "8")
        self.assertEqual(code, 1, said)

    def test_dispatched_kernels_have_types_of_their_own(self) -> None:
        """A kernel that no dispatch names says nothing of the types of those that one does, though its parameters have the same names."""
        text = """//! scratch: tmp float[COUNT]
//! dispatch: first(input, tmp, count): groups ceil_div(COUNT, TG), threadgroup TG
//! dispatch: second(tmp, output, count): groups ceil_div(COUNT, TG), threadgroup TG
#include <metal_stdlib>
using namespace metal;
kernel void other(device const half *input, device half *output, constant ulong &count, uint i [[thread_position_in_grid]])
{ if (i < count) output[i] = input[i]; }
kernel void first(device const float *input, device float *tmp, constant uint &count, uint i [[thread_position_in_grid]])
{ if (i < count) tmp[i] = input[i] / (1 + exp(-input[i])); }
kernel void second(device const float *tmp, device float *output, constant uint &count, uint i [[thread_position_in_grid]])
{ if (i < count) output[i] = tmp[i]; }
"""
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "two.metal")
            kernel.write_text(text, encoding="utf-8")
            code, said = validate(kernel, "silu")
            self.assertEqual(code, 0, said)
            kernel.write_text(text.replace("= tmp[i];", "= tmp[0];"), encoding="utf-8")
            self.assert_found(kernel, "silu", [], ["results are wrong"])

    def test_every_line_of_a_kernel_is_an_option(self) -> None:
        """As the README's table says: each key of a `//!` line, but `contract`, which `--contract` is, and `compare`, which two options are."""
        table = README.read_text(encoding="utf-8").split("## What a kernel says of itself")[1].split("## ")[0]
        keys = {key for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+):", row)}
        listed = set(re.findall(r"^  --(\w+) ", subprocess.run([ASSAY, "validate", "--help"], capture_output=True, text=True, check=True).stdout,
                                re.MULTILINE))
        self.assertGreaterEqual(len(keys), 14)
        told = "".join(subprocess.run([ASSAY, command, "--help"], capture_output=True, text=True, check=True).stdout for command in ("validate", "run", "prove"))
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README.read_text(encoding="utf-8")))
        self.assertLessEqual(named, set(re.findall(r"--[a-z][a-z-]+", told)))
        self.assertLessEqual(keys - {"compare"}, listed)
        text = (RIGHT / "softmax_bytes.metal").read_text(encoding="utf-8")
        line = "//! extra: row@2 {ulong, int} = 2 * N, N\n"
        self.assertEqual(text.count(line), 1)
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "softmax.metal")
            kernel.write_text(text.replace(line, ""), encoding="utf-8")
            code, said = validate(kernel, "softmax", "--quick", "--extra", line.split(": ")[1].strip())
            self.assertEqual(code, 0, said)

    def test_each_simd_group_of_a_long_row_counts(self) -> None:
        """With four elements a thread only rows of more than 2048 elements have a 17th SIMD-group."""
        text = (RIGHT / "softmax.metal").read_text(encoding="utf-8").split("#include")[1]  # without its mutants
        text = f"#include{text}"
        old = "largest = max(largest, float(x[i]));"
        self.assertEqual(text.count(old), 1)
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, "softmax.metal")
            kernel.write_text(text.replace(old, "largest = i < 2048 ? max(largest, float(x[i])) : largest;"), encoding="utf-8")
            self.assert_found(kernel, "softmax", ["--types", "float"], ["in each row one number far above the others"])

    def test_one_trial_without_a_promise_ends_nothing(self) -> None:
        """Fast math promises nothing of rows that all have a NaN; the trials after those still run, and find what is wrong."""
        code, said = validate(RIGHT / "softmax.metal", "softmax", "--types", "float", "--math", "fast")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"\d+ values judged in \d+ runs: float, \d+ sizes, threadgroups of 256 32 64 96 128 1024 328, math fast\n")
        self.assertIn("of which fast math promises nothing", said)
        runs = re.search(r"checked mode +(\d+) runs, 0 failed", said)
        self.assertGreaterEqual(int(runs[1]) if runs else 0, 8 + 6, said)  # three sizes, five other threadgroups, and of all sizes what there is time for

    def test_what_was_not_judged_is_neither_right_nor_wrong(self) -> None:
        contract = """//! title: Square roots of NaN\n//! types: float\n//! sizes: N in 32\n//! in: src T[N] = values NAN …\n//! out: dst T[N]
//! expect: dst = limited(src, 1)\n//! dispatch: threads N, threadgroup 32\n"""
        with tempfile.TemporaryDirectory() as folder:
            mine, kernel, told = Path(folder, "nan.contract"), Path(folder, "nan.metal"), Path(folder, "told.json")
            mine.write_text(contract, encoding="utf-8")
            kernel.write_text("#include <metal_stdlib>\nkernel void f(device const float *src, device float *dst, uint i [[thread_position_in_grid]])\n"
                              "{\n    dst[i] = src[i];\n}\n", encoding="utf-8")
            code, said = validate(kernel, str(mine), "--math", "fast", "--json", str(told))
            self.assertEqual(code, 77, said)
            self.assertIn("No value was judged: in this mode nothing is promised of any; try --math safe", said)
            self.assertIsNone(json.loads(told.read_text(encoding="utf-8"))["right"])
            code, said = validate(kernel, str(mine))
            self.assertEqual(code, 0, said)

    def test_a_tolerance_is_told(self) -> None:
        text = (RIGHT / "rms_norm_narrowed.metal").read_text(encoding="utf-8").replace("* scale)", "* scale * 1.02f)")
        with tempfile.TemporaryDirectory() as folder:
            kernel, told = Path(folder, "off.metal"), Path(folder, "told.json")
            kernel.write_text(text, encoding="utf-8")
            # the smallest results lie below half's normal numbers, 2^-24 apart: a relative tolerance alone is less than their rounding
            for options, expected in ((["--near", "1e-7 0.03"], 0), (["--ulp", "48"], 0), (["--near", "0 0.01"], 1), (["--ulp", "4"], 1), ([], 1)):
                code, said = validate(kernel, "rms_norm", "--math", "safe", "--json", str(told), *options)
                self.assertEqual(code, expected, said)
                tolerance = f"{options[0][2:]} {options[1]}" if options else None
                self.assertEqual(json.loads(told.read_text(encoding="utf-8"))["tolerance"], tolerance)
                self.assertEqual(f"Tolerated beyond what the reference derives: {tolerance}" in said, bool(options))

    def test_what_only_looks_wrong(self) -> None:
        for name, contract, options in HARMLESS:
            with self.subTest(name):
                code, said = validate(SEEDS / f"{name}.metal", contract, *options)
                self.assertEqual(code, 0, said)

    def test_the_readme_shows_them_all(self) -> None:
        """Each kernel and line of the README's table is one of the above, and the other way round."""
        found: dict[str, set[str]] = {}
        for name, _, _, words in MISTAKES:
            lines = [n for word in words for n in re.findall(r"^(?:line |[a-z_]+\.metal:)(\d+)$", word)]
            found.setdefault(name, set()).update(lines)
        table = README.read_text(encoding="utf-8").split("| kernel | what it does wrong |")[1].split("\n\n")[0]
        shown: dict[str, set[str]] = {}
        for row in table.splitlines()[2:]:
            _, kernels, _, _, lines, _ = row.split("|")
            names, numbers = re.findall(r"`(\w+)`", kernels), set(re.findall(r"\d+", lines))
            self.assertLessEqual(numbers, set().union(*(found[name] for name in names)), row)
            for name in names:
                shown.setdefault(name, set()).update(numbers & found[name])
        self.assertEqual(shown, found)

    def test_mutants(self) -> None:
        """One type and one mode show them: that right kernels pass in all is the ladder's test."""
        mutants = [(LAYERNORM, name, "layer_norm", old, new, words) for name, old, new, words in LAYERNORM_MUTANTS]
        mutants += [(MATMUL, name, "matmul", old, new, words) for name, old, new, words in MATMUL_MUTANTS]
        with tempfile.TemporaryDirectory() as folder:
            for source, name, contract, old, new, words in mutants:
                text = (source / f"{name}.metal").read_text(encoding="utf-8")
                header, body = text.split("#include <metal_stdlib>", 1)
                with self.subTest(name, new=new):
                    self.assertEqual(body.count(old), 1)
                    mutant = Path(folder) / f"{name}.metal"
                    mutant.write_text(header + "#include <metal_stdlib>" + body.replace(old, new), encoding="utf-8")
                    self.assert_found(mutant, contract, ["--types", "float", "--math", "safe"], words)


if __name__ == "__main__":
    unittest.main()
