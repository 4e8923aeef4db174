#!/usr/bin/env python3
"""End-to-end tests of `assay validate`: the seeds' kernels and their mistakes, the ladder and its mutants, and bad input.

Runs $ASSAY (default: build/assay) on its default device.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
SEEDS = TOP / "harness/validate/fixtures/seeds"
LAYERNORM = TOP / "cases/kernels/layernorm"
MATMUL = TOP / "cases/kernels/matmul"

WRONG = TOP / "harness/validate/fixtures/wrong"
RIGHT = TOP / "harness/validate/fixtures/right"
README = TOP / "cases/contracts/README.md"

# Hundreds of small files per run: in memory where there is such a place.
TEMPORARY = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)  # also of what is killed
# One thread: what a kernel with a race does by itself is then the same each time, so which hints hold is too.
ENVIRONMENT = os.environ | {"TMPDIR": TEMPORARY.name, "SOFTMETAL_THREADS": "1"}

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
    ("guard", "map_limit", [], ["inputs: NaN among numbers: wrong with input = rows_nan(8), right with the ordinary ones"]),
    ("adjust_brightness", "brightness", [], ["codes are cut off instead of rounded"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["groups"], "--types", "float"], ["unwritten"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["exact"], "--types", "float"], ["line 15", "nothing has been written"]),
    ("gemm_body", "matmul", [*MLX, *GRIDS["threads"]], ["does not compile", "bfloat"]),
]
# Published kernels that look wrong and are not.
HARMLESS = [
    ("process_image", "image_invert", []),
    ("mixed_positions", "map_add", []),
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
    ("no_ticket", "prefix_sum", [], ["far more than it takes otherwise", "no more of them: it does not end", "the last first", "Metal promises no order"]),
    ("fence_too_late", "sum", [], ["only weak memory fails", "wrong at"]),
    ("clear_late", "group_sums", [], ["their SIMD-groups too", "or the SIMD-groups in them, run in another order"]),
    ("grid_barrier", "sum", [], ["far more than it takes otherwise", "no more of them: it does not end", "several are under way at once"]),
]
# The same of kernels that multiply by tensors, or convolve, or pack for them, and are wrong in any order.
CONVOLUTION, PACKED = str(RIGHT.parent / "convolution.contract"), str(RIGHT.parent / "pack_e4m3.contract")
TENSORS = [
    ("tensors_static_k", "matmul", ["--types", "float"], ["with a K of 64", "make K dynamic"]),
    ("tensors_tail", "matmul", ["--types", "float"], ["the last K % 16 products of each sum are left out"]),
    ("tensors_overwritten", "matmul", ["--types", "float"], ["multiply takes the place of what was there"]),
    ("tensors_relaxed", "matmul", ["--types", "float"], ["as relaxed_precision permits"]),
    ("tensors_groups", "matmul", ["--types", "float"], ["takes no part in an operation on tensors of 4 SIMD-groups"]),
    ("tensors_layout", "matmul", ["--types", "float"], ["the elements of cooperative tensors lie elsewhere", "Metal promises no layout"]),
    ("tensors_unset", "matmul", ["--types", "float"], ["of a cooperative tensor, which nothing has been put into"]),
    ("tensors_slots", "matmul", ["--types", "float"], ["of a cooperative tensor, which holds no element in this thread"]),
    ("tensors_bound", "matmul", ["--types", "float"], ["makes a slice that ends at 32 in dimension 1 of a tensor, whose extent is"]),
    ("tensors_beyond", "matmul", ["--types", "float"], ["makes a tensor of 6144 bytes of memory that has 3072"]),
    ("tensors_short", "matmul", ["--types", "float"], ["more than 32767 elements, which 16 bits do not count"]),
    ("tensors_empty", "matmul", ["--types", "float"], ["makes a tensor with extent 0 in dimension 0"]),
    ("tensors_sixteen", "matmul", ["--types", "float"], ["M and N of matmul2d are multiples of 8, and one of them of 16"]),
    ("tensors_swapped", "matmul", ["--types", "float"], ["the destination is a cooperative tensor of another operation, or of other types of operands"]),
    ("convolution_corner", CONVOLUTION, ["--types", "float"], ["windows are taken to begin at the pixel that set_offsets gives"]),
    ("convolution_still", CONVOLUTION, ["--types", "float"], ["more than one tile of 8 x 8 pixels: right at W=8 H="]),
    ("matmul_stride", "matmul", ["--dispatch", "groups N / 8 x M / 8, threadgroup 32", "--holds", "M % 8 + N % 8 + K % 8 == 0"], ["results are wrong", "M=16 N=24 K=40"]),
    ("pack_beyond", PACKED, ["--types", "float"], ["inputs: numbers beyond 448: wrong with"]),
]

def validate(kernel: Path, contract: str, *options: str) -> tuple[int, str]:
    done = subprocess.run([ASSAY, "validate", str(kernel), "--contract", contract, "--no-speed", "--jobs", "1", *options], capture_output=True,
                          text=True, timeout=240, check=False, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


class Mistakes(unittest.TestCase):
    def assert_found(self, kernel: Path, contract: str, options: list[str], words: list[str]) -> None:
        code, said = validate(kernel, contract, *options)
        self.assertEqual(code, 1, said)
        for word in words:
            self.assertIn(word, said)

    def test_the_seeds_kernels(self) -> None:
        for name, contract, options, words in MISTAKES:
            with self.subTest(name, options=options):
                self.assert_found(SEEDS / f"{name}.metal", contract, options, words)

    def test_what_schedules_show(self) -> None:
        for name, contract, options, words in SCHEDULED:
            with self.subTest(name):
                self.assert_found(WRONG / f"{name}.metal", contract, options, words)
        self.assertEqual({name for name, *_ in SCHEDULED + TENSORS}, {path.stem for path in WRONG.glob("*.metal")})
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

    def test_products_by_tensors(self) -> None:
        for name, contract, options, words in TENSORS:
            with self.subTest(name):
                self.assert_found(WRONG / f"{name}.metal", contract, options, words)
        for name, contract in (("matmul_tensors", "matmul"), ("matmul_bound", "matmul"), ("convolution_tiles", CONVOLUTION), ("pack_e4m3", PACKED)):
            code, said = validate(RIGHT / f"{name}.metal", contract)
            self.assertEqual(code, 0, said)
            self.assertRegex(said, r"checked mode +[1-9]\d* runs, 0 failed")

    def test_one_trial_without_a_promise_ends_nothing(self) -> None:
        """Fast math promises nothing of rows that all have a NaN; the trials after those still run, and find what is wrong."""
        code, said = validate(RIGHT / "softmax.metal", "softmax", "--types", "float", "--math", "fast")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"\d+ values judged in \d+ runs")
        self.assertIn("of which fast math promises nothing", said)
        self.assertRegex(said, r"checked mode +9 runs, 0 failed")  # three sizes, and six other threadgroups

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


class Ladder(unittest.TestCase):
    def assert_right(self, kernel: Path, contract: str, *options: str) -> None:
        with self.subTest(kernel.name, options=options):
            code, said = validate(kernel, contract, *options)
            self.assertEqual(code, 0, said)

    def test_no_false_alarm_in_any_mode(self) -> None:
        kernels = [(LAYERNORM / f"{n}.metal", "layer_norm") for n in ("naive", "shared", "simd", "vectorized", "fused2pass", "welford_half")]
        kernels += [(MATMUL / f"{n}.metal", "matmul") for n in ("naive", "tiled", "vectorized", "simdgroup_matrix")]
        for kernel, contract in kernels:
            self.assert_right(kernel, contract)
            self.assert_right(kernel, contract, "--math", "relaxed", "--no-checked")

    def test_no_false_alarm_with_other_contracts(self) -> None:
        for name, contract, options in (("layer_norm_quotient", "layer_norm", ["--types", "float"]), ("rms_norm", "rms_norm", []),
                                        ("rms_norm_narrowed", "rms_norm", []), ("layer_norm_narrowed", "layer_norm", []), ("softmax", "softmax", []), ("softmax_online", "softmax", ["--math", "fast"]),
                                        ("gemv", "gemv", []), ("prefix_sum", "prefix_sum", []), ("silu", "map_silu", ["--math", "fast"]),
                                        ("gelu", "gelu", []), ("gelu_tanh", "gelu_tanh", []), ("swiglu", "swiglu", []),
                                        ("limit", "map_limit", ["--math", "safe"]), ("blur", "image_blur", []),
                                        ("blur", "image_blur", ["--set", "FORMAT=rgba32float"]), ("brightness", "brightness", []),
                                        ("matmul_transposed", "matmul", ["--types", "float"])):
            self.assert_right(RIGHT / f"{name}.metal", contract, *options)


STRIDED = """
uint row = thread_position_in_grid.y, column = thread_position_in_grid.x;
if (row >= uint(a_shape[0]) || column >= uint(b_shape[1]) || a_ndim != 2)
    return;
float sum = 0.0f;
for (int p = 0; p < a_shape[1]; p++)
    sum += float(a[row * a_strides[0] + p * a_strides[1]]) * float(b[p * b_strides[0] + column * b_strides[1]]);
c[row * b_shape[1] + column] = TYPE(sum * SCALE);
"""


DOUBLED = """//! title: Twice\n//! types: float half\n//! sizes: COUNT in 1 33 257\n//! in: a T[COUNT] = random\n//! out: b T[COUNT]
//! value: n = COUNT\n//! expect: b = doubled(a)\n//! dispatch: groups ceil_div(COUNT, TG), threadgroup TG\n"""
PARAMETERS = "device const T *a [[buffer(0)]], device T *b [[buffer(1)]], constant uint &n [[buffer(2)]], uint i [[thread_position_in_grid]]"
BODY = "{ if (i < n) b[i] = a[i] + a[i]; }"
# what stands in the file behind `using namespace metal`, lines of its header, exit code, words
AS_WRITTEN = [
    ("template <typename T> kernel void twice(P) B\ntemplate [[host_name(\"twice_f\")]] [[kernel]] decltype(twice<float>) twice<float>;", [], 0, "kernel twice_f"),
    ("template <typename T> [[kernel]] void twice(P) B\ntypedef decltype(twice<half>) type;\ntemplate [[host_name(\"twice_\" \"h\")]] kernel type twice<half>;", [], 0, "kernel twice_h"),
    ("template <typename T> kernel void twice(P) B\n#define instantiate_kernel(name, f, ...) \\\n  template [[host_name(name)]] [[kernel]] decltype(f<__VA_ARGS__>) f<__VA_ARGS__>;\n"
     "#define instantiate(name, T) instantiate_kernel(\"twice_\" #name, twice, T)\ninstantiate(f32, float)", [], 0, "kernel twice_f32"),
    ("#define DEFINE(NAME, T) kernel void twice_##NAME(P) \\\n  B\nDEFINE(float, float)", [], 0, "kernel twice_float"),
    ("#define ENTRY kernel void\n#define AT(n) [[buffer(n)]]\nnamespace mine {\nENTRY twice(device const float *a AT(0), device float *b AT(1), constant uint &n AT(2), "
     "uint i [[thread_position_in_grid]]) B\n}", [], 0, "kernel twice"),
    ("//! \\brief Doubles.\n//! @param a what\n//! note: quick\nkernel void twice(P) B".replace("P", PARAMETERS.replace("T *", "float *")), [], 0, "kernel twice"),
    ("struct Args { uint n; float scale; };\nkernel void twice(device const float *a, device float *b, constant Args &p [[buffer(5)]], uint i [[thread_position_in_grid]])\n"
     "{ if (i < p.n) b[i] = p.scale * a[i]; }", ["extra: p@5 {uint n, float scale} = COUNT, 2"], 0, "kernel twice"),
    ("constant uint WIDTH [[function_constant(0)]];\nkernel void twice(device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]])\n"
     "{ if (i < n && WIDTH) b[i] = 2 * a[i]; }", [], 2, "function constant WIDTH has no value; give it with --constant WIDTH=VALUE"),
    ("constant uint LAST [[function_constant(0)]];\nkernel void twice(device const float *a, device float *b, uint i [[thread_position_in_grid]])\n"
     "{ if (i <= LAST) b[i] = FACTOR * a[i]; }", ["constant: LAST=COUNT - 1", "macro: FACTOR=(COUNT + COUNT) / COUNT"], 0, "kernel twice"),
    ("kernel void twice(device const float *a, device float *b, constant uint2 &n, uint i [[thread_position_in_grid]]) { if (i < n.x) b[i] = 2 * a[i]; }", [], 2,
     "is uint2, but `n` of contract"),
    ("kernel void twice(device const float *a, device float *b, constant uchar &n, uint i [[thread_position_in_grid]]) { if (i < n) b[i] = 2 * a[i]; }", [], 2,
     "is uchar, which does not hold the 257 that contract"),
    ("kernel void twice(device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]]) { if (i < n) b[i] = 3 * a[i]; }", [], 1,
     "dispatch:    twice: groups ceil_div(1, 256), threadgroup 256   (the contract's; --dispatch says another"),
]

ARGUMENTS = "device const float *a, device float *b, constant uint &n, uint i [[thread_position_in_grid]]"
AS_WRITTEN += [
    ("int deep(int n, device float *b) { if (n > 0) { b[0] = n; return deep(n + 1, b) + deep(n - 1, b); } return n; }\n"
     f"kernel void twice({ARGUMENTS}) {{ if (i < n) b[i] = 2 * a[i] + deep(n, b); }}", [], 1, "a function calls itself without end"),
    (f"kernel void twice({ARGUMENTS}) {{ threadgroup float big[0x40000001]; big[i] = 1; if (i < n) b[i] = 2 * a[i]; }}", [], 1,
     "threadgroup memory size (4294967295) of function 'twice' exceeds"),
    (f"kernel void twice({ARGUMENTS}) {{ device const float4 *v = (device const float4 *)(a + 1); if (4 * i + 4 < n) {{ float4 x = v[i];\n"
     "b[4 * i + 1] = 2 * x.x; b[4 * i + 2] = 2 * x.y; b[4 * i + 3] = 2 * x.z; b[4 * i + 4] = 2 * x.w; }\n"
     "if (i == 0) for (uint j = 0; j < n; j++) if (j == 0 || j > (n - 1) / 4 * 4) b[j] = 2 * a[j]; }", [], 1, "is not a multiple of"),
]
STAGED = ARGUMENTS + ", uint t [[thread_position_in_threadgroup]]"
MEET = "s[t] = a[i]; threadgroup_barrier(mem_flags::mem_threadgroup); b[i] = 2 * s[t];"
AS_WRITTEN += [
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i >= n)\nreturn;\n{MEET}\n}}", [], 0,
     "has returned in line 6 when others of its threadgroup wait at this barrier"),
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i < n) {{\n{MEET}\n}}\n}}", [], 1,
     "line 6, thread (1, 0, 0): ends without coming to this barrier, at which others of its threadgroup wait"),
    (f"kernel void twice({STAGED}) {{\nthreadgroup float s[1024];\nif (i < n) {{\n{MEET}\n}} else {{\ns[t] = 0;\n}}\n}}", [], 1,
     "ends without coming to this barrier"),
]


class AsWritten(unittest.TestCase):
    def test_kernels_are_found_however_they_are_declared(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            kernel, contract = Path(folder, "twice.metal"), Path(folder, "twice.contract")
            contract.write_text(DOUBLED, encoding="utf-8")
            for text, lines, expected, words in AS_WRITTEN:
                header = "".join(f"//! {line}\n" for line in lines)
                code = text.replace("(P)", f"({PARAMETERS})").replace(") B", f") {BODY}").replace("\n  B", f"\n  {BODY}")
                kernel.write_text(f"{header}#include <metal_stdlib>\nusing namespace metal;\n{code}\n", encoding="utf-8")
                with self.subTest(text):
                    code, said = validate(kernel, str(contract))
                    self.assertEqual(code, expected, said)
                    self.assertIn(words, said)


class Mlx(unittest.TestCase):
    def validate(self, body: str, *options: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "body.metal"
            path.write_text(body, encoding="utf-8")
            return validate(path, "matmul", "--mlx", "--inputs", "a,b", "--outputs", "c", "--grid", "N, M, 1", "--group", "8, 8, 1",
                            "--template", "TYPE=float,SCALE=1", "--types", "float", "--math", "safe", *options)

    def test_strides_shapes_and_template_parameters(self) -> None:
        code, said = self.validate(STRIDED, "--no-row-contiguous")
        self.assertEqual(code, 0, said)
        code, said = self.validate(STRIDED, "--no-row-contiguous", "--template", "TYPE=float,SCALE=2")
        self.assertEqual(code, 1, said)

    def test_a_body_that_ignores_strides(self) -> None:
        body = STRIDED.replace("p * a_strides[1]", "p")
        code, said = self.validate(body, "--no-row-contiguous")
        self.assertEqual(code, 1, said)
        self.assertIn("not row-contiguous", said)
        code, said = self.validate(body)
        self.assertEqual(code, 0, said)


class Own(unittest.TestCase):
    """Contracts that a user writes."""

    def test_a_contract_of_ones_own_needs_no_c(self) -> None:
        contract = """//! title: exponentials, of one half each\n//! types: float half\n//! sizes: (ROWS, N) in (1, 1) (3, 33)
//! in: a T[ROWS * N] = random(-4, 4) | also x\n//! out: y T[ROWS * N]\n//! value: n = ROWS * N\n//! expect: y = exp(a, 0)
//! mistake: the base is 2 | exp2(a, 0)\n//! dispatch: groups ceil_div(ROWS * N, TG), threadgroup TG\n"""
        kernel = """#include <metal_stdlib>\nusing namespace metal;\nkernel void f(device const T *x, device T *y, constant uint &n,
uint i [[thread_position_in_grid]])\n{\n    if (i < n)\n        y[i] = exp(x[i]);\n}\n"""
        with tempfile.TemporaryDirectory() as folder:
            path, mine = Path(folder) / "f.metal", Path(folder) / "exponentials.contract"
            mine.write_text(contract, encoding="utf-8")
            path.write_text(kernel, encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 0, said)
            path.write_text(kernel.replace("exp(", "exp2("), encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 1, said)
            self.assertIn("the base is 2: the results are just those", said)
            mine.write_text(contract.replace("exp(a, 0)", "expp(a, 0)"), encoding="utf-8")
            code, said = validate(path, str(mine))
            self.assertEqual(code, 2, said)
            self.assertIn("expp", said)


class Bench(unittest.TestCase):
    def bench(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([ASSAY, "bench", *options], capture_output=True, text=True, timeout=240, check=False)

    def test_this_device_beside_the_published_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = self.bench("layernorm/naive", "--batches", "2,3", "--json", f"{folder}/b.json")
            data = json.loads(Path(folder, "b.json").read_text(encoding="utf-8"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"layernorm/naive +24 .* 7\.3471 ms +5 GB/s +1\.4700 ms +103 GB/s")
        self.assertEqual([row["batch"] for row in data["rows"]], [2, 3])
        for row in data["rows"]:
            self.assertAlmostEqual(row["gigabytes_per_second"], 24 * row["batch"] * 768 / row["seconds"] / 1e9)
        self.assertEqual(len(data["published"]), 15)

    def test_bad_input(self) -> None:
        for words, options in (("numbers of rows are expected", ["--batches", "3x"]), ("no kernel of the ladder has", ["nothing"])):
            done = self.bench(*options)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(words, done.stderr)


class Input(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_refused(self, words: str, kernel: Path, contract: str, *options: str) -> None:
        code, said = validate(kernel, contract, *options)
        self.assertEqual(code, 2, said)
        self.assertIn(words, said)
        self.assertEqual(len(said.strip().splitlines()), 1, said)

    def kernel(self, parameters: str, body: str = "", first: str = "") -> Path:
        path = self.folder / "kernel.metal"
        path.write_text(f"{first}#include <metal_stdlib>\nusing namespace metal;\nkernel void f({parameters})\n{{\n{body}\n}}\n", encoding="utf-8")
        return path

    def test_what_does_not_fit_the_contract(self) -> None:
        naive = LAYERNORM / "naive.metal"
        self.assert_refused("there is no contract `layernorm`; did you mean layer_norm", naive, "layernorm")
        self.assert_refused("has no kernel `other`", naive, "layer_norm", "--entry", "other")
        self.assert_refused("has no role `gama`", naive, "layer_norm", "--map", "gama=2")
        self.assert_refused("takes nothing that is `dst`", self.kernel("device const float *src [[buffer(0)]]"), "layer_norm")
        self.assert_refused("is const, but", self.kernel("device const float *src, device const float *dst"), "layer_norm")
        self.assert_refused("is nothing that contract", self.kernel("device const float *src, device float *dst, device float *what"), "layer_norm")
        self.assert_refused("which --types leaves out", self.kernel("device const float *src, device float *dst"), "layer_norm", "--types", "half")
        self.assert_refused("say how many bytes, as in --threadgroup '0 4 * TG'",
                            self.kernel("device const float *src, device float *dst, threadgroup float *sums [[threadgroup(0)]]"), "layer_norm")
        self.assert_refused("works on int, which", self.kernel("device const int *src, device int *dst"), "layer_norm")
        self.assert_refused("has no kernel", SEEDS / "gemm_body.metal", "matmul")
        library, source = self.folder / "a.metallib", ["--source", str(MATMUL / "naive.metal")]
        library.write_bytes(b"MTLB")
        self.assert_refused("add --source KERNEL.metal", library, "matmul")
        self.assert_refused("is compiled for one type", library, "matmul", *source)
        self.assert_refused("does not run compiled libraries", library, "matmul", *source, "--types", "float")
        self.assert_refused("cannot be read", self.folder / "b.metallib", "matmul", *source)
        self.assert_refused("--source goes with a .metallib", naive, "layer_norm", *source)
        self.assert_refused("a baseline is given as source", naive, "layer_norm", "--baseline", str(library))
        simd = LAYERNORM / "simd.metal"
        for words, options in (
                ("GPUs have 32768", ["--threadgroup", "0 99999"]),
                ("is expected, not `foo`", ["--dispatch", "foo"]),
                ("the index of a buffer or texture is expected", ["--map", "gamma=x"]),
                ("has no buffer(17)", ["--map", "gamma=17"]),
                ("does not cover the type int", ["--types", "int"]),
                ("has no option `Q`", ["--set", "Q=1"]),
                ("did you mean --constant?", ["--constnat", "none=1"]),
                ("has no function constant `none`", ["--constant", "none=1"]),
                ("write -D NAME=TEXT", ["-D", "X"]),
                ("leaves no size", ["--holds", "N == 0"]),
                ("`N %` is no condition", ["--holds", "N %"]),
                ("unknown name `WIDTH`", ["--holds", "WIDTH == 4"]),
                ("looks like `gamma`, which --map gives to another", ["--map", "gamma=3"]),
                ("`NAME=VALUE` is expected, not `gamma`", ["--map", "gamma"]),
                ("is no index and bytes", ["--threadgroup", "x"]),
                ("--grid goes with --mlx", ["--grid", "1, 1, 1"]),
                ("-I nowhere: No such file", ["-I", "nowhere"]),
                ("has no contracts", ["--contract", "nothing", "--contracts", str(self.folder)]),
                ("cannot be read", ["--baseline", str(self.folder / "nowhere.metal")]),
                ("needs --inputs", ["--mlx"]),
                ("--grid wants three", ["--mlx", "--inputs", "src", "--outputs", "dst", "--grid", "N, 1", "--group", "1, 1, 1"]),
                ("is no role of contract", ["--mlx", "--inputs", "Q", "--outputs", "dst", "--grid", "N, 1, 1", "--group", "1, 1, 1"])):
            self.assert_refused(words, simd, "layer_norm", *options)
        self.assert_refused("cannot be read", self.folder / "nowhere.metal", "layer_norm")
        done = subprocess.run([ASSAY, "validate", str(simd)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("or a line `//! contract:` in the kernel", done.stderr)
        self.assert_refused("cannot be read", simd, str(self.folder / "nowhere.contract"))
        self.assert_refused("threads; no device takes more", self.kernel("device const float *src, device float *dst"), "layer_norm",
                            "--dispatch", "groups ROWS, threadgroup 4096")

    def test_a_verdict_that_cannot_be_written_is_still_printed(self) -> None:
        nowhere = str(self.folder / "nowhere/verdict")
        for words, option in (("cannot be written: No such file", "--json"), (f"{nowhere}: No such file", "--report")):
            code, said = validate(RIGHT / "silu.metal", "map_silu", "--types", "float", "--no-checked", option, nowhere)
            self.assertEqual(code, 2, said)
            self.assertIn("RIGHT", said)
            self.assertIn(words, said)

    def test_a_kernel_that_never_ends_is_its_own_verdict(self) -> None:
        path = self.kernel("device const float *a, device const float *b, device float *c, uint i [[thread_position_in_grid]]",
                           "volatile device float *p = c; while (p[0] != 12345.0f) p[0] = a[i];")
        code, said = validate(path, "map_add", "--timeout", "3")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, "does not end within 3 s|crashes")

    def test_a_crash_is_run_again_for_its_line(self) -> None:
        path = self.kernel("device float *data, constant uint &count, uint i [[thread_position_in_grid]]",
                           "if (i < count)\n    data[i] *= 2;\nif (count == 1000)\n    data[i * 100000000u] = 3;")
        code, said = validate(path, "map_double", "--json", "-")
        verdict = json.loads(said)
        self.assertEqual(code, 1, said)
        found = [finding for finding in verdict["findings"] if "bytes into buffer 0" in finding["what"]]
        self.assertEqual([finding["check"] for finding in found], ["checked mode"], said)
        self.assertNotIn("results are wrong", [finding["what"] for finding in verdict["findings"]])  # what the crash left is no second defect
        self.assertIn("COUNT=1000", found[0]["where"])
        self.assertIn("100000000u", path.read_text(encoding="utf-8").splitlines()[found[0]["line"] - 1])

    def test_what_does_not_compile_is_told_by_the_kernels_own_path(self) -> None:
        path = self.kernel("device float *data, constant uint &count, uint i [[thread_position_in_grid]]", "if (i < count)\n    data[i] *= ;")
        code, said = validate(path, "map_double", "--json", "-")
        finding = json.loads(said)["findings"][0]
        self.assertEqual(code, 1, said)
        self.assertIn("*= ;", path.read_text(encoding="utf-8").splitlines()[finding["line"] - 1])
        self.assertIn(f"{path}:{finding['line']}:", finding["detail"])

    def test_names_includes_and_json(self) -> None:
        (self.folder / "add.h").write_text("#pragma once\nstatic float add(float x, float y) { return x + y; }\n", encoding="utf-8")
        path = self.kernel("device const float *p, device const float *q, device float *r, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) r[i] = add(p[i], q[i]);", '#include "add.h"\n')
        code, said = validate(path, "map_add", "--map", "a=0,b=1,c=2", "--json", "-")
        self.assertEqual(code, 0, said)
        self.assertEqual(json.loads(said)["verdict"], "RIGHT")

    def test_a_finding_names_its_file(self) -> None:
        (self.folder / "put.h").write_text("#pragma once\nstatic void put(device float *r, uint i, float x) {\n    r[i + 1] = x;\n}\n", encoding="utf-8")
        path = self.kernel("device const float *a, device const float *b, device float *c, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) put(c, i, a[i] + b[i]);", '#include "put.h"\n')
        code, said = validate(path, "map_add")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"line 3 of \S*put\.h, thread")

    def test_an_object_that_becomes_generic_is_a_hint(self) -> None:
        path = self.kernel("device const float *a, device const float *b, device float *c, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) { pair p; p.first() = a[i]; c[i] = p.first() + b[i]; }", "struct pair { float x; thread float &first() { return x; } };\n")
        code, said = validate(path, "map_add")
        self.assertEqual(code, 0, said)
        self.assertIn("from MSL 4.1 on `first`", said)

    def test_a_kernel_names_its_contract(self) -> None:
        path = self.kernel("device const float *p, device float *q, uint i [[thread_position_in_grid]]", "q[i] = p[i] + p[i];",
                           "//! contract: %s\n//! map: src=0, dst=1\n")
        source = path.read_text(encoding="utf-8")
        contract = "//! title: twice\n//! types: float\n//! sizes: COUNT in 1 33\n//! in: src float[COUNT] = random(-4, 4)\n" \
                   "//! out: dst float[COUNT]\n//! expect: dst = add(src, src)\n//! dispatch: groups COUNT, threadgroup 1\n"
        (self.folder / "twice.contract").write_text(contract, encoding="utf-8")
        for named, code, words in (("twice.contract", 0, "RIGHT"), ("./twice.contract", 0, "RIGHT"), ("thrice.contract", 2, "cannot be read"),
                                   ("map_dubble", 2, "did you mean map_double")):
            path.write_text(source % named, encoding="utf-8")
            done = subprocess.run([ASSAY, "validate", str(path), "--no-speed"], capture_output=True, text=True, check=False, env=ENVIRONMENT)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn(words, done.stdout + done.stderr)

    def test_a_baseline_that_writes_textures_is_the_reference(self) -> None:
        text = """#include <metal_stdlib>
using namespace metal;
kernel void invert(texture2d<float, access::read> source [[texture(0)]], texture2d<float, access::write> target [[texture(1)]],
                   uint2 at [[thread_position_in_grid]])
{
    float4 c = source.read(at);
    target.write(float4(1 - c.rgb, c.a), at);
}
"""
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder, "old.metal"), Path(folder, "new.metal")
            old.write_text(text, encoding="utf-8")
            for change, expected in (("1 - c.rgb", 0), ("0.99 - c.rgb", 1)):
                new.write_text(text.replace("1 - c.rgb", change), encoding="utf-8")
                code, said = validate(new, "image_invert", "--baseline", str(old), "--as-reference")
                self.assertEqual(code, expected, said)
                self.assertIn("Judged by what", said)
                self.assertEqual("target[0]: got" in said, expected == 1, said)

    def test_a_baseline_is_compared(self) -> None:
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(LAYERNORM / "shared.metal"), "--types", "float")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, "closer to the truth|equally close")
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(SEEDS / "k2_tree.metal"), "--types", "float")
        self.assertIn("the baseline is not right itself", said)


class Speed(unittest.TestCase):
    def test_the_first_size_is_no_outlier(self) -> None:
        """Its 256 rows take about a quarter of what the 1024 of the other one do."""
        kernel = LAYERNORM / "simd.metal"
        done = subprocess.run([ASSAY, "validate", str(kernel), "--contract", "layer_norm", "--types", "float", "--no-checked", "--math", "safe",
                               "--sizes", "(ROWS, N) in (3, 64)", "--json", "-"], capture_output=True, text=True, timeout=240, check=False, env=ENVIRONMENT)
        first, second = json.loads(done.stdout)["speed"]["rows"]
        self.assertEqual((first["sizes"], second["sizes"]), ("ROWS=256 N=768", "ROWS=1024 N=768"))
        self.assertLess(first["candidate"]["median"], 0.75 * second["candidate"]["median"])


class Gpu(unittest.TestCase):
    """The stub of a driver runs nothing, so what the GPU computes is wrong; what the CPU's engines compute is right."""

    BUILD = Path(ASSAY).resolve().parent

    @unittest.skipUnless((BUILD / "softmetal-cuda.bc").exists(), "softmetal has been built without code for GPUs")
    def test_a_gpu_has_no_checked_mode(self) -> None:
        gpu = ENVIRONMENT | {"SOFTMETAL_DEVICE": "cuda", "SOFTMETAL_CUDA": str(self.BUILD / "libcuda-stub.so"), "SOFTMETAL_CPU": ""}
        kernel = TOP / "tools/examples/my_norm.metal"
        done = subprocess.run([ASSAY, "validate", "--quick", "--json", "-", str(kernel)], capture_output=True, text=True, timeout=240,
                              check=False, env=gpu)
        self.assertEqual(done.returncode, 1, done.stderr)
        verdicts = {(t["check"], t["verdict"]) for t in json.loads(done.stdout)["trials"]}
        self.assertIn(("correctness", "fail"), verdicts)
        self.assertEqual({verdict for check, verdict in verdicts if check == "checked mode"}, {"pass"})


if __name__ == "__main__":
    unittest.main()
