//! title:     matmul2d takes bfloat from macOS 26.1 on
//! verifies:  mpp.matmul2d.{ID}
//! requires:  msl 4.0, feature tensors, os 26.1
//! for:       (A, B, C, ID, A_LEAST, A_MOST, B_LEAST, B_MOST) in (bfloat, bfloat, bfloat, bf16bf16bf16, -2, 2, -2, 2)
//!            (bfloat, bfloat, float, bf16bf16f32, -3, 3, -3, 3) (bfloat, float, float, bf16f32f32, -3, 3, -3, 3)
//!            (bfloat, char, bfloat, bf16i8bf16, -2, 2, -2, 2) (bfloat, char, float, bf16i8f32, -3, 3, -3, 3)
//!            (float, bfloat, float, f32bf16f32, -3, 3, -3, 3) (char, bfloat, bfloat, i8bf16bf16, -2, 2, -2, 2)
//!            (char, bfloat, float, i8bf16f32, -3, 3, -3, 3) (bfloat, half, bfloat, bf16f16bf16, -2, 2, -2, 2)
//!            (bfloat, half, half, bf16f16f16, -3, 3, -3, 3) (bfloat, half, float, bf16f16f32, -3, 3, -3, 3)
//!            (half, bfloat, bfloat, f16bf16bf16, -2, 2, -2, 2) (half, bfloat, half, f16bf16f16, -3, 3, -3, 3)
//!            (half, bfloat, float, f16bf16f32, -3, 3, -3, 3)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a A[64 * 64] = integers(A_LEAST, A_MOST)
//! in:        b B[64 * 32] = integers(B_LEAST, B_MOST)
//! out:       c C[64 * 32]
//! out:       held C[64 * 32]
//! expect:    c = tensor_product(a, b, 64, 32, 64, 0, 0)
//! expect:    held = tensor_product(a, b, 64, 32, 64, 0, 0)
//! mutant:    mpp.matmul2d.{ID} | replace `run(left, right, destination)` with `run(left, right, destination);
//!            destination.set(C(destination.get(3, 5) + C(1)), 3, 5)`
//! note:      Every partial sum is a whole number that the destination's type holds.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void ID(device A *a [[buffer(0)]], device B *b [[buffer(1)]], device C *c [[buffer(2)]],
               device C *held [[buffer(3)]])
{
    tensor<device A, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(64, 64));
    tensor<device B, dextents<int, 2>, tensor_inline> right(b, dextents<int, 2>(32, 64));
    tensor<device C, dextents<int, 2>, tensor_inline> destination(c, dextents<int, 2>(32, 64));
    tensor<device C, dextents<int, 2>, tensor_inline> held_destination(held, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
    auto cooperative = op.get_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    op.run(left, right, cooperative);
    cooperative.store(held_destination);
}
