#!/usr/bin/env python3
"""`assay validate` calls no right kernel wrong: those of the ladders in every mode, and those of fixtures/right."""

from __future__ import annotations

import unittest

from validating import LAYERNORM, MATMUL, RIGHT, Validations


class Ladder(Validations):
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


if __name__ == "__main__":
    unittest.main()
