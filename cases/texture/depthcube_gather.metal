//! title:     gather of depthcube gives four texels of the face; gather_compare compares them
//! verifies:  tex.depthcube.gather
//! dispatch:  collect(image, result, compared): threads 1, threadgroup 1
//! in:        image depthcube<float>(depth32float)[4, 4, 3] = faces(4, 6, 0.0009765625)
//! out:       result float4[1]
//! out:       compared float4[1]
//! expect:    result = values 0.001953125 0.001953125 0.001953125 0.001953125
//! expect:    compared = values 1 1 1 1
//! mutant:    tex.depthcube.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f))` with `image.gather(corner, float3(-0.5f, 0.25f, 2.0f))`
//! mutant:    tex.depthcube.gather | replace `compared[0] = image.gather_compare(less, ` with `compared[0] = 1.0f - image.gather_compare(less, `

#include <metal_stdlib>
using namespace metal;

kernel void collect(depthcube<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                    device float4 *compared [[buffer(1)]])
{
    constexpr sampler corner(mip_filter::nearest);
    constexpr sampler less(compare_func::less);
    result[0] = image.gather(corner, float3(0.5f, 2.0f, 0.25f));
    compared[0] = image.gather_compare(less, float3(0.5f, 2.0f, 0.25f), 0.00146484375f);
}
