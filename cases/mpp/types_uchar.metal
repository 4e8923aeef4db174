//! title:     matmul2d takes uchar from macOS 26.4 on
//! verifies:  mpp.matmul2d.{ID}
//! requires:  msl 4.0, feature tensors, os 26.4
//! for:       (A, B, C, ID, A_LEAST, A_MOST, B_LEAST, B_MOST) in (half, uchar, half, f16u8f16, -3, 3, 0, 3)
//!            (uchar, half, half, u8f16f16, 0, 3, -3, 3) (half, uchar, float, f16u8f32, -3, 3, 0, 3)
//!            (float, uchar, float, f32u8f32, -3, 3, 0, 3) (uchar, half, float, u8f16f32, 0, 3, -3, 3)
//!            (uchar, float, float, u8f32f32, 0, 3, -3, 3) (uchar, uchar, int, u8u8i32, 0, 255, 0, 255)
//!            (bfloat, uchar, bfloat, bf16u8bf16, -2, 2, 0, 2) (bfloat, uchar, float, bf16u8f32, -3, 3, 0, 3)
//!            (uchar, bfloat, bfloat, u8bf16bf16, 0, 2, -2, 2) (uchar, bfloat, float, u8bf16f32, 0, 3, -3, 3)
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
