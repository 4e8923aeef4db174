#!/usr/bin/env python3
"""`assay validate` of kernels that multiply by tensors, or convolve, or pack for them: each mistake is found, and no right one."""

from __future__ import annotations

import unittest

from validate_test import SCHEDULED
from validating import RIGHT, Validations, WRONG, validate

# fixtures/wrong/KERNEL, contract, options, words of which each must be in the verdict. They are wrong in any order.
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


class Tensors(Validations):
    def test_products_by_tensors(self) -> None:
        for name, contract, options, words in TENSORS:
            with self.subTest(name):
                self.assert_found(WRONG / f"{name}.metal", contract, options, words)
        self.assertEqual({name for name, *_ in SCHEDULED + TENSORS}, {path.stem for path in WRONG.glob("*.metal")})
        for name, contract in (("matmul_tensors", "matmul"), ("matmul_bound", "matmul"), ("convolution_tiles", CONVOLUTION), ("pack_e4m3", PACKED)):
            code, said = validate(RIGHT / f"{name}.metal", contract)
            self.assertEqual(code, 0, said)
            self.assertRegex(said, r"checked mode +[1-9]\d* runs, 0 failed")


if __name__ == "__main__":
    unittest.main()
