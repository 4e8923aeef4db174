//! title:     matmul2d takes a floating-point format on both sides from Metal 4.1 on
//! verifies:  mpp.matmul2d.{ROW}
//! requires:  msl 4.1, feature tensors
//! for:       (F, C, KIND, STEP, ROW) in (metal_fp4_e2m1_format, half, 5, 256, e2m1e2m1f16)
//!            (metal_fp4_e2m1_format, float, 5, 256, e2m1e2m1f32) (metal_fp8_e4m3_format, half, 6, 128, e4m3e4m3f16)
//!            (metal_fp8_e4m3_format, float, 6, 128, e4m3e4m3f32) (metal_fp8_e5m2_format, half, 7, 128, e5m2e5m2f16)
//!            (metal_fp8_e5m2_format, float, 7, 128, e5m2e5m2f32)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a uchar[64 * 128] = format_codes(KIND, 4)
//! in:        b uchar[32 * 128] = format_codes(KIND, 4)
//! out:       c C[64 * 32]
//! expect:    c = product_of_formats(a, b, 64, 32, 32, KIND, KIND)
//! mutant:    mpp.matmul2d.{ROW} | replace `op.run(left, right, destination)` with `op.run(left, right, destination);
//!            destination.set(C(destination.get(3, 5) + C(1)), 3, 5)`
//! note:      Every byte has one number as often as there is room: in which order they lie, the text does not say.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void ROW(device uchar *a [[buffer(0)]], device uchar *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    typedef dextents<int, 2> sizes;
    tensor<device F, sizes, tensor_inline> left(a, sizes(32, 64), array<int, 2>{1, STEP});
    tensor<device F, sizes, tensor_inline> right(b, sizes(32, 32), array<int, 2>{1, STEP});
    tensor<device C, sizes, tensor_inline> destination(c, sizes(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
}
