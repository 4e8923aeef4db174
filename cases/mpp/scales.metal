//! title:     matmul2d multiplies each element by the scale of its block of 32 along K
//! verifies:  tensor.multiplane blockwise.extent_mapping blockwise.ctor
//! requires:  msl 4.1, feature tensors
//! for:       (F, KIND, STEP) in (metal_fp4_e2m1_format, 5, 256) (metal_fp8_e4m3_format, 6, 128)
//!            (metal_fp8_e5m2_format, 7, 128); (SIDES, LEFT, RIGHT) in (1, scaled_left, right) (2, left, scaled_right)
//!            (3, scaled_left, scaled_right); G in 1 4
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        a uchar[64 * 128] = format_codes(KIND, 2)
//! in:        b uchar[32 * 128] = format_codes(KIND, 2)
//! in:        a_scales uchar[64 * 3] = integers(126, 129)
//! in:        b_scales uchar[32 * 3] = integers(126, 129)
//! out:       c float[64 * 32]
//! out:       part float[64 * 32]
//! expect:    c = product_of_scaled(a, b, 64, 32, 96, KIND, KIND, SIDES, 0, a_scales, b_scales)
//! expect:    part = product_of_scaled(a, b, 64, 32, 96, KIND, KIND, SIDES, 32, a_scales, b_scales)
//! mutant:    tensor.multiplane | replace `op.run(LEFT, RIGHT, destination)` with `op.run(left, right, destination)`
//! mutant:    blockwise.extent_mapping | replace `RIGHT.slice(32, 0)` with `RIGHT.slice(64, 0)`
//! mutant:    blockwise.ctor | replace `of_left(a_scales)` with `of_left(a_scales + 3)` | for SIDES=1 SIDES=3
//! refusal:   the text does not say that matmul2d takes planes of scales; Apple's header does, with these transposes
//! note:      Every byte has one number as often as there is room: in which order they lie, the text does not say.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

typedef dextents<int, 2> sizes;
typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;

kernel void multiply(device uchar *a [[buffer(0)]], device uchar *b [[buffer(1)]], device uchar *a_scales [[buffer(2)]],
                     device uchar *b_scales [[buffer(3)]], device float *c [[buffer(4)]],
                     device float *part [[buffer(5)]])
{
    plane of_left(a_scales), of_right(b_scales);
    array<int, 2> rows = {1, STEP};
    tensor<device F, sizes, tensor_inline> left(a, sizes(96, 64), rows), right(b, sizes(96, 32), rows);
    tensor<device F, sizes, tensor_inline, plane> scaled_left(a, sizes(96, 64), rows, of_left);
    tensor<device F, sizes, tensor_inline, plane> scaled_right(b, sizes(96, 32), rows, of_right);
    tensor<device float, sizes, tensor_inline> destination(c, sizes(32, 64)), of_slices(part, sizes(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, static_cast<int>(dynamic_extent), false, true);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    op.run(LEFT, RIGHT, destination);
    auto left_part = LEFT.slice(32, 0);
    auto right_part = RIGHT.slice(32, 0);
    op.run(left_part, right_part, of_slices);
}
