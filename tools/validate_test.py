#!/usr/bin/env python3
"""End-to-end tests of `assay validate`: the seeds' kernels and their mistakes, the ladder and its mutants, and bad input.

Runs $ASSAY (default: build/assay) on its default device.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
ASSAY = os.environ.get("ASSAY", str(TOP / "build/assay"))
SEEDS = TOP / "harness/validate/fixtures/seeds"
LAYERNORM = TOP / "cases/kernels/layernorm"
MATMUL = TOP / "cases/kernels/matmul"

MLX = ["--mlx", "--inputs", "A,V,shape", "--outputs", "C", "--group", "16, 16, 1"]
THREADS = ["--grid", "16 * ceil_div(N, 16), 16 * ceil_div(M, 16), 1"]
GROUPS = ["--grid", "ceil_div(N, 16), ceil_div(M, 16), 1"]

# file, contract, further options, words of which each must be in the verdict
MISTAKES = [
    ("k2_tree", "layer_norm", [], ["results are wrong", "no barrier between"]),
    ("k2_tree_of_powers", "layer_norm", [], ["no barrier between"]),
    ("k3_simd", "layer_norm", [], ["results are wrong", "no barrier between"]),
    ("k4_vectors", "layer_norm", [], ["unwritten", "no multiple of 4"]),
    ("k5_one_pass", "layer_norm", [], ["cancels", "small variances are dropped"]),
    ("k6_welford", "layer_norm", [], ["nothing has been written", "not active"]),
    ("reduce_sum", "sum", [], ["not active", "no multiple of 32"]),
    ("spec_reduce", "sum", [], ["threadgroups of one SIMD-group pass"]),
    ("partial_sum", "group_sums", [], ["no power of two"]),
    ("simd_reduce", "simd_sums", [], ["which thread 0 of threadgroup 0 wrote", "bytes into buffer 0"]),
    ("process_array", "map_double", [], ["writes where it must not"]),
    ("vector_add", "map_add", [], ["writes where it must not"]),
    ("gemm_body", "matmul", MLX + GROUPS, ["unwritten"]),
    ("gemm_body", "matmul", MLX + THREADS, ["does not compile", "bfloat"]),
]

# the ladder's file, text to replace, replacement, words of which each must be in the verdict
LAYERNORM_MUTANTS = [
    ("shared", "partial[local] = value;\n    threadgroup_barrier(mem_flags::mem_threadgroup);", "partial[local] = value;", ["barrier"]),
    ("simd", "    threadgroup_barrier(mem_flags::mem_threadgroup); // all sums are read\n", "", ["no barrier between"]),
    ("naive", "for (long i = 0; i < n; i++)\n        sum", "for (long i = 0; i + 1 < n; i++)\n        sum", ["results are wrong"]),
    ("vectorized", "i < size; i += threads) // the rest of y", "i < 4 * quads; i += threads)", ["unwritten", "no multiple of 4"]),
    ("naive", "+ eps);", "+ 1e-6f);", ["epsilon"]),
    ("naive", "+ eps);", ");", ["epsilon is not added"]),
    ("naive", "* float(gamma[i]) + float(beta[i])", "* float(beta[i]) + float(gamma[i])", ["gamma and beta are swapped"]),
    ("naive", "float sum = 0.0f;", "half sum = 0.0h;", ["kept in half"]),
    ("shared", "(live + 1) / 2", "live / 2", ["no power of two"]),
    ("naive", "for (long i = 0; i < n; i++)\n        y[i]", "for (long i = 0; i <= n; i++)\n        y[i]", ["writes where it must not"]),
]
MATMUL_MUTANTS = [
    ("vectorized", "row >= m || column >= n", "column >= n", ["writes where it must not"]),
    ("simdgroup_matrix", "first < k; first += 8", "first + 8 <= k; first += 8", ["the last K % 8 products of each sum are left out"]),
    ("simdgroup_matrix", "top + i / 8 < m && ", "", ["writes where it must not"]),
]


def validate(kernel: Path, contract: str, *options: str) -> tuple[int, str]:
    done = subprocess.run([ASSAY, "validate", str(kernel), "--contract", contract, "--no-speed", *options], capture_output=True, text=True,
                          timeout=120, check=False)
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

    def test_mutants_of_the_ladder(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for source, contract, mutants in ((LAYERNORM, "layer_norm", LAYERNORM_MUTANTS), (MATMUL, "matmul", MATMUL_MUTANTS)):
                for name, old, new, words in mutants:
                    text = (source / f"{name}.metal").read_text(encoding="utf-8")
                    header, body = text.split("#include <metal_stdlib>", 1)
                    with self.subTest(name, new=new):
                        self.assertEqual(body.count(old), 1)
                        mutant = Path(folder) / f"{name}.metal"
                        mutant.write_text(header + "#include <metal_stdlib>" + body.replace(old, new), encoding="utf-8")
                        self.assert_found(mutant, contract, [], words)


class Ladder(unittest.TestCase):
    def test_no_false_alarm_in_any_mode(self) -> None:
        kernels = [(LAYERNORM / f"{n}.metal", "layer_norm") for n in ("naive", "shared", "simd", "vectorized", "fused2pass", "welford_half")]
        kernels += [(MATMUL / f"{n}.metal", "matmul") for n in ("vectorized", "simdgroup_matrix")]
        for kernel, contract in kernels:
            for mode in ([], ["--math", "relaxed"]):
                with self.subTest(kernel.name, mode=mode):
                    code, said = validate(kernel, contract, *mode)
                    self.assertEqual(code, 0, said)


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
        self.assert_refused("works on int, which", self.kernel("device const int *src, device int *dst"), "layer_norm")
        self.assert_refused("has no kernel", SEEDS / "gemm_body.metal", "matmul")
        self.assert_refused("a compiled library", self.folder / "a.metallib", "matmul")
        self.assert_refused("threads; no device takes more", self.kernel("device const float *src, device float *dst"), "layer_norm",
                            "--dispatch", "groups ROWS, threadgroup 4096")

    def test_a_kernel_that_never_ends_is_its_own_verdict(self) -> None:
        path = self.kernel("device const float *a, device const float *b, device float *c, uint i [[thread_position_in_grid]]",
                           "volatile device float *p = c; while (p[0] != 12345.0f) p[0] = a[i];")
        code, said = validate(path, "map_add", "--timeout", "3")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, "does not end|crashes")

    def test_names_includes_and_json(self) -> None:
        (self.folder / "add.h").write_text("#pragma once\nstatic float add(float x, float y) { return x + y; }\n", encoding="utf-8")
        path = self.kernel("device const float *p, device const float *q, device float *r, constant uint &n, uint i [[thread_position_in_grid]]",
                           "if (i < n) r[i] = add(p[i], q[i]);", '#include "add.h"\n')
        code, said = validate(path, "map_add", "--map", "a=0,b=1,c=2", "--json", "-")
        self.assertEqual(code, 0, said)
        self.assertEqual(json.loads(said)["verdict"], "RIGHT")

    def test_a_baseline_is_compared(self) -> None:
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(LAYERNORM / "shared.metal"), "--types", "float")
        self.assertEqual(code, 0, said)
        self.assertRegex(said, "closer to the truth|equally close")
        code, said = validate(LAYERNORM / "simd.metal", "layer_norm", "--baseline", str(SEEDS / "k2_tree.metal"), "--types", "float")
        self.assertIn("the baseline is not right itself", said)


if __name__ == "__main__":
    unittest.main()
