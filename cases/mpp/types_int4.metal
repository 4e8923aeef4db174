//! title:     matmul2d takes numbers of 4 bits on the right from macOS 26.4 on
//! verifies:  mpp.matmul2d.{ROW}
//! requires:  msl 4.0, feature tensors, os 26.4
//! for:       (A, B, C, B_KIND, B_STEP, LIMIT, LEAST, MOST, ROW) in
//!            (half, int4b_format, half, 1, 256, 15, -3, 3, f16i4f16)
//!            (half, int4b_format, float, 1, 256, 15, -3, 3, f16i4f32)
//!            (half, uint4b_format, half, 2, 256, 15, -3, 3, f16u4f16)
//!            (half, uint4b_format, float, 2, 256, 15, -3, 3, f16u4f32)
//!            (char, int4b_format, int, 1, 256, 15, -3, 3, i8i4i32)
//!            (uchar, uint4b_format, int, 2, 256, 15, 0, 3, u8u4i32)
//!            (bfloat, int4b_format, bfloat, 1, 256, 15, -1, 1, bf16i4bf16)
//!            (bfloat, uint4b_format, bfloat, 2, 256, 15, -1, 1, bf16u4bf16)
//!            (bfloat, int4b_format, float, 1, 256, 15, -3, 3, bf16i4f32)
//!            (bfloat, uint4b_format, float, 2, 256, 15, -3, 3, bf16u4f32)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a A[64 * 16] = integers(LEAST, MOST)
//! in:        b uchar[16 * 128] = format_codes(B_KIND, LIMIT)
//! out:       c C[64 * 32]
//! expect:    c = product_of_formats(a, b, 64, 32, 16, 0, B_KIND)
//! mutant:    mpp.matmul2d.{ROW} | replace `op.run(left, right, destination)` with `op.run(left, right, destination);
//!            destination.set(C(destination.get(3, 5) + C(1)), 3, 5)`
//! note:      Every byte has one number as often as there is room: in which order they lie, the text does not say.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void ROW(device A *a [[buffer(0)]], device uchar *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor<device A, sizes, tensor_inline> left(a, sizes(16, 64));
    tensor<device B, sizes, tensor_inline> right(b, sizes(32, 16), array<int, 2>{1, B_STEP});
    tensor<device C, sizes, tensor_inline> destination(c, sizes(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
}
