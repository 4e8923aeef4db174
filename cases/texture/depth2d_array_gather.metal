//! title:     gather of depth2d_array gives the four texels around a corner, counter-clockwise from the lower left; gather_compare compares them
//! verifies:  tex.depth2d_array.gather
//! dispatch:  collect(image, result, compared): threads 1, threadgroup 1
//! in:        image depth2d_array<float>(depth32float)[6, 5, 4, 3] = iota(0, 0.0009765625)
//! out:       result float4[3]
//! out:       compared float4[3]
//! expect:    result = values 0.0478515625 0.048828125 0.04296875 0.0419921875 0.04296875 0.0439453125 0.0380859375 0.037109375 0.052734375 0.052734375 0.052734375 0.052734375
//! expect:    compared = values 1 1 0 0 1 1 0 0 0 0 0 0
//! mutant:    tex.depth2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u)` with `image.gather(corner, float2(0.5f, 0.6f), 1u)`
//! mutant:    tex.depth2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1))` with `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(0, -1))`
//! mutant:    tex.depth2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u)` with `image.gather(corner, float2(0.33333333f, 0.6f), 0u)`
//! mutant:    tex.depth2d_array.gather | replace `compared[0] = image.gather_compare(less, ` with `compared[0] = 1.0f - image.gather_compare(less, `

#include <metal_stdlib>
using namespace metal;

kernel void collect(depth2d_array<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                    device float4 *compared [[buffer(1)]])
{
    constexpr sampler corner(mip_filter::nearest);
    constexpr sampler less(compare_func::less);
    result[0] = image.gather(corner, float2(0.33333333f, 0.6f), 1u);
    compared[0] = image.gather_compare(less, float2(0.33333333f, 0.6f), 1u, 0.044921875f);
    result[1] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1));
    compared[1] = image.gather_compare(less, float2(0.33333333f, 0.6f), 1u, 0.0400390625f, int2(1, -1));
    result[2] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2));
    compared[2] = image.gather_compare(less, float2(0.33333333f, 0.6f), 1u, 0.052734375f, int2(-2, 2));
}
