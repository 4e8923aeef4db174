//! title:     Members of a stage_in structure are unpacked from formats of a word
//! verifies:  kernel.stage_in.packed
//! options:   attribute 0 int1010102normalized data, attribute 1 uint1010102normalized data,
//!            attribute 2 uchar4normalized_bgra data, attribute 3 floatrg11b10 data, attribute 4 floatrgb9e5 data
//! dispatch:  threads 64, threadgroup 16
//! in:        data uint[64] = bits
//! out:       signed_ones@1 float4[64]
//! out:       ones@2 float4[64]
//! out:       small@3 float3[64]
//! out:       shared@4 float3[64]
//! out:       reversed@5 float4[64]
//! expect:    signed_ones = unpack_snorm10a2(data)
//! expect:    ones = unpack_unorm10a2(data)
//! expect:    small = unpack_rg11b10(data)
//! expect:    shared = unpack_rgb9e5(data)
//! expect:    reversed = unpack_unorm4x8(data)
//! mutant:    kernel.stage_in.packed | replace `signed_ones[i] = in.signed_ones` with `signed_ones[i] = in.ones`
//! mutant:    kernel.stage_in.packed | replace `reversed[i] = in.bytes.bgra` with `reversed[i] = in.bytes`
//! mutant:    kernel.stage_in.packed | replace `small[i] = in.small` with `small[i] = in.shared`

#include <metal_stdlib>
using namespace metal;

struct inputs {
    float4 signed_ones [[attribute(0)]];
    float4 ones [[attribute(1)]];
    float4 bytes [[attribute(2)]];
    float3 small [[attribute(3)]];
    float3 shared [[attribute(4)]];
};

kernel void copy(inputs in [[stage_in]], device float4 *signed_ones [[buffer(1)]], device float4 *ones [[buffer(2)]],
                 device float3 *small [[buffer(3)]], device float3 *shared [[buffer(4)]],
                 device float4 *reversed [[buffer(5)]], uint i [[thread_position_in_grid]])
{
    signed_ones[i] = in.signed_ones;
    ones[i] = in.ones;
    small[i] = in.small;
    shared[i] = in.shared;
    reversed[i] = in.bytes.bgra;
}
