//! title:     gather of depthcube_array gives four texels of the face; gather_compare compares them
//! verifies:  tex.depthcube_array.gather
//! dispatch:  collect(image, result, compared): threads 1, threadgroup 1
//! in:        image depthcube_array<float>(depth32float)[4, 4, 2, 3] = faces(4, 12, 0.0009765625)
//! out:       result float4[1]
//! out:       compared float4[1]
//! expect:    result = values 0.0078125 0.0078125 0.0078125 0.0078125
//! expect:    compared = values 1 1 1 1
//! mutant:    tex.depthcube_array.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u)` with `image.gather(corner, float3(-0.5f, 0.25f, 2.0f), 1u)`
//! mutant:    tex.depthcube_array.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u)` with `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 0u)`
//! mutant:    tex.depthcube_array.gather | replace `compared[0] = image.gather_compare(less, ` with `compared[0] = 1.0f - image.gather_compare(less, `

#include <metal_stdlib>
using namespace metal;

kernel void collect(depthcube_array<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                    device float4 *compared [[buffer(1)]])
{
    constexpr sampler corner(mip_filter::nearest);
    constexpr sampler less(compare_func::less);
    result[0] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u);
    compared[0] = image.gather_compare(less, float3(0.5f, 2.0f, 0.25f), 1u, 0.00732421875f);
}
