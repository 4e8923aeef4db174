//! title:     gather of depth2d gives the four texels around a corner, counter-clockwise from the lower left; gather_compare compares them
//! verifies:  tex.depth2d.gather tex.depth2d.gather_compare
//! dispatch:  collect(image, result, compared): threads 1, threadgroup 1
//! in:        image depth2d<float>(depth32float)[6, 5, 3] = iota(0, 0.0009765625)
//! out:       result float4[3]
//! out:       compared float4[3]
//! expect:    result = values 0.0185546875 0.01953125 0.013671875 0.0126953125 0.013671875 0.0146484375 0.0087890625 0.0078125 0.0234375 0.0234375 0.0234375 0.0234375
//! expect:    compared = values 1 1 0 0 1 1 0 0 0 0 0 0
//! mutant:    tex.depth2d.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f))` with `image.gather(corner, float2(0.5f, 0.6f))`
//! mutant:    tex.depth2d.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1))` with `image.gather(corner, float2(0.33333333f, 0.6f), int2(0, -1))`
//! mutant:    tex.depth2d.gather_compare | replace `compared[0] = image.gather_compare(less, ` with `compared[0] = image.gather_compare(more, `

#include <metal_stdlib>
using namespace metal;

kernel void collect(depth2d<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                    device float4 *compared [[buffer(1)]])
{
    constexpr sampler corner(mip_filter::nearest);
    constexpr sampler less(compare_func::less);
    constexpr sampler more(compare_func::greater);
    result[0] = image.gather(corner, float2(0.33333333f, 0.6f));
    compared[0] = image.gather_compare(less, float2(0.33333333f, 0.6f), 0.015625f);
    result[1] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1));
    compared[1] = image.gather_compare(less, float2(0.33333333f, 0.6f), 0.0107421875f, int2(1, -1));
    result[2] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2));
    compared[2] = image.gather_compare(less, float2(0.33333333f, 0.6f), 0.0234375f, int2(-2, 2));
    compared[0] *= image.gather_compare(more, float2(0.0f), 1.0f);
}
