//! title:     A code e of metal_fp8_ue8m0_format scales by two to the power of e - 127; 255 is a NaN
//! verifies:  packed_numeric.fp8_ue8m0.codes
//! requires:  msl 4.1, feature tensors
//! dispatch:  groups 4, threadgroup simd_width
//! in:        a uchar[256 * 128] = constant(0x38)
//! in:        b uchar[32 * 128] = constant(0x08)
//! in:        codes uchar[256] = iota
//! out:       c float[256 * 32]
//! expect:    c = scaled_by_codes(codes, 32, 0.5)
//! mutant:    packed_numeric.fp8_ue8m0.codes | replace `scales(codes)` with `scales(codes + 1)`
//! refusal:   the text does not say that matmul2d takes planes of scales; Apple's header does
//! note:      0x38 is 1 in metal_fp8_e4m3_format, 0x08 is 2^-6: a row times a column is half a scale.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

typedef dextents<int, 2> sizes;
typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;

kernel void multiply(device uchar *a [[buffer(0)]], device uchar *b [[buffer(1)]], device uchar *codes [[buffer(2)]],
                     device float *c [[buffer(3)]], uint group [[threadgroup_position_in_grid]])
{
    plane scales(codes);
    array<int, 2> rows = {1, 128};
    tensor<device metal_fp8_e4m3_format, sizes, tensor_inline, plane> left(a, sizes(32, 256), rows, scales);
    tensor<device metal_fp8_e4m3_format, sizes, tensor_inline> right(b, sizes(32, 32), rows);
    tensor<device float, sizes, tensor_inline> destination(c, sizes(32, 256));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, static_cast<int>(dynamic_extent), false, true);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto part = left.slice(0, int(group) * 64);
    auto tile = destination.slice(0, int(group) * 64);
    op.run(part, right, tile);
}
