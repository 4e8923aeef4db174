#!/usr/bin/env python3
"""`assay validate` and sizes: mistakes in paths that only some take, and threadgroups that a kernel is, or is not, made for."""

from __future__ import annotations

import subprocess
import unittest

from validating import ASSAY, ENVIRONMENT, FIXTURES, Validations, validate

# fixtures/sizes: kernel, contract, words. Each is right, by its results or nearly, but for sizes that are tried once.
SOME_SIZES = [
    ("half2_rows", "softmax", ["reads 2 bytes at", "not a multiple of 4"]),
    ("half2_copy", "gather", ["4 bytes at", "not a multiple of 4"]),
    ("float4_rows", "gather", ["16 bytes at", "not a multiple of 16"]),
    ("shared_vector", "group_sums", ["reads 16 bytes at", "not a multiple of 16"]),
    ("no_barrier_long", "rms_norm", ["no barrier between"]),
    ("second_phase", "prefix_sum", ["no barrier between"]),
    ("race_one_row", "matmul", ["M=1 ", "no barrier between"]),
    ("divergent_short", "softmax", ["ends without coming to this barrier"]),
    ("past_array", "layer_norm", ["past the end of a threadgroup variable, which has 16384 bytes"]),
    ("byte_row", "softmax", ["ROWS=259"]),
    ("bytes_of_negatives", "brightness", ["converts -", "to uchar, which does not hold it"]),
]
# fixtures/launch: kernel, contract, what TG is by its text; each fails with others.
LAUNCHED = [
    ("matmul_double_buffered", "matmul", "16"), ("matmul_flat", "matmul", "8"), ("transpose_padded", "transpose", "32"), ("conv2d_bordered", "conv2d", "8"),
    ("rms_norm_strides", "rms_norm", "128"), ("silu_several", "silu", "128"), ("group_sums_literal", "group_sums", "256"), ("cumsum_blocks", "cumsum", "256"),
    ("histogram_shared", "histogram", "256"), ("gemv_simdgroups", "gemv", "128"),
]


class Sizes(Validations):
    def test_paths_of_some_sizes(self) -> None:
        for name, contract, words in SOME_SIZES:
            with self.subTest(name):
                self.assert_found(FIXTURES / "sizes" / f"{name}.metal", contract, [], words)

    def test_threadgroups_that_the_text_names(self) -> None:
        for name, contract, size in LAUNCHED:
            with self.subTest(name):
                said = self.assert_right(FIXTURES / "launch" / f"{name}.metal", contract)
                self.assertIn(f"note   TG is {size}, by the numbers in its text, and it is wrong with others; --threadgroups says", said)
        for name, contract, size in LAUNCHED[2:4]:
            self.assert_found(FIXTURES / "launch" / f"{name}.metal", contract, ["--threadgroups", "16", "--quick"], [])

    def test_room_for_simd_groups_limits_threadgroups(self) -> None:
        said = self.assert_right(FIXTURES / "launch/softmax_eight.metal", "softmax")
        self.assertIn("threadgroups of 256 32 64 96 128", said)
        self.assertNotIn("1024", said)

    def test_lanes_by_the_grid_are_a_note(self) -> None:
        """Where SIMD-groups are whole `i % 32` is the lane; with 1000 threads the second threadgroup's begin elsewhere."""
        said = self.assert_right(FIXTURES / "launch/lane_of_grid.metal", "sum")
        self.assertIn("it takes all SIMD-groups to be full", said)

    def test_a_kernel_of_one_simd_group(self) -> None:
        """All that tells its threads apart is the lane."""
        self.assert_right(FIXTURES / "launch/softmax_one_group.metal", "softmax")

    def test_their_mutants(self) -> None:
        done = subprocess.run([ASSAY, "prove", str(FIXTURES / "launch"), "--jobs", "1"], capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=240)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
