//! title:     matmul2d takes formats of 2, 4 and 8 bits on the right from Metal 4.1 on
//! verifies:  mpp.matmul2d.{ROW}
//! requires:  msl 4.1, feature tensors
//! for:       (A, B, C, B_KIND, B_STEP, LIMIT, LEAST, MOST, ROW) in
//!            (char, int2b_format, int, 3, 512, 15, -3, 3, i8i2i32)
//!            (uchar, uint2b_format, int, 4, 512, 15, 0, 3, u8u2i32)
//!            (half, int2b_format, half, 3, 512, 15, -3, 3, f16i2f16)
//!            (half, int2b_format, float, 3, 512, 15, -3, 3, f16i2f32)
//!            (half, uint2b_format, half, 4, 512, 15, -3, 3, f16u2f16)
//!            (half, uint2b_format, float, 4, 512, 15, -3, 3, f16u2f32)
//!            (bfloat, int2b_format, bfloat, 3, 512, 15, -1, 1, bf16i2bf16)
//!            (bfloat, uint2b_format, bfloat, 4, 512, 15, -1, 1, bf16u2bf16)
//!            (bfloat, int2b_format, float, 3, 512, 15, -3, 3, bf16i2f32)
//!            (bfloat, uint2b_format, float, 4, 512, 15, -3, 3, bf16u2f32)
//!            (half, metal_fp4_e2m1_format, half, 5, 256, 6, -3, 3, f16e2m1f16)
//!            (half, metal_fp4_e2m1_format, float, 5, 256, 6, -3, 3, f16e2m1f32)
//!            (half, metal_fp8_e4m3_format, half, 6, 128, 6, -3, 3, f16e4m3f16)
//!            (half, metal_fp8_e4m3_format, float, 6, 128, 6, -3, 3, f16e4m3f32)
//!            (half, metal_fp8_e5m2_format, half, 7, 128, 6, -3, 3, f16e5m2f16)
//!            (half, metal_fp8_e5m2_format, float, 7, 128, 6, -3, 3, f16e5m2f32)
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
