//! title:     sample of depthcube_array, with each option, takes the texel of that place and level; sample_compare compares it
//! verifies:  tex.depthcube_array.sample tex.depthcube_array.sample_compare
//! requires:  msl 2.2
//! dispatch:  pick(image, depths, result, equal, other): threads 1, threadgroup 1
//! in:        image depthcube_array<float>(depth32float)[4, 4, 2, 3] = faces(4, 12, 0.0009765625)
//! in:        depths float[16] = values 0.005859375 0.037109375 0.068359375 0.068359375 0.005859375 0.068359375 0.037109375 0.068359375 0.068359375 0.037109375 0.068359375 0.0068359375 0.0078125 0.0087890625 0.009765625 0.0107421875
//! out:       result float[16]
//! out:       equal float[16]
//! out:       other float[16]
//! expect:    result = values 0.005859375 0.037109375 0.068359375 0.068359375 0.005859375 0.068359375 0.037109375 0.068359375 0.068359375 0.037109375 0.068359375 0.0068359375 0.0078125 0.0087890625 0.009765625 0.0107421875
//! expect:    equal = values 1 …
//! expect:    other = values 0 …
//! mutant:    tex.depthcube_array.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u)` with `image.sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u)`
//! mutant:    tex.depthcube_array.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u)` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 0u)`
//! mutant:    tex.depthcube_array.sample_compare | replace `image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[0])` with `image.sample_compare(same, float3(0.5f, -2.0f, -0.25f), 1u, depths[0])`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depthcube_array<float> image [[texture(0)]], device const float *depths [[buffer(0)]], device float *result [[buffer(1)]],
                 device float *equal [[buffer(2)]], device float *other [[buffer(3)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler same(mip_filter::nearest, compare_func::equal);
    constexpr sampler less(mip_filter::nearest, compare_func::less);
    result[0] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u);
    equal[0] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[0]);
    other[0] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[0]);
    result[1] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(1.0f));
    equal[1] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[1], level(1.0f));
    other[1] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[1], level(1.0f));
    result[2] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(2.0f));
    equal[2] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[2], level(2.0f));
    other[2] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[2], level(2.0f));
    result[3] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f));
    equal[3] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[3], bias(2.0f));
    other[3] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[3], bias(2.0f));
    result[4] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)));
    equal[4] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[4], gradientcube(float3(0.0f), float3(0.0f)));
    other[4] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[4], gradientcube(float3(0.0f), float3(0.0f)));
    result[5] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)));
    equal[5] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[5], gradientcube(float3(1000.0f), float3(1000.0f)));
    other[5] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[5], gradientcube(float3(1000.0f), float3(1000.0f)));
    result[6] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, min_lod_clamp(1.0f));
    equal[6] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[6], min_lod_clamp(1.0f));
    other[6] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[6], min_lod_clamp(1.0f));
    result[7] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(0.0f), min_lod_clamp(2.0f));
    equal[7] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[7], bias(0.0f), min_lod_clamp(2.0f));
    other[7] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[7], bias(0.0f), min_lod_clamp(2.0f));
    result[8] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f), min_lod_clamp(1.0f));
    equal[8] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[8], bias(2.0f), min_lod_clamp(1.0f));
    other[8] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[8], bias(2.0f), min_lod_clamp(1.0f));
    result[9] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    equal[9] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    other[9] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    result[10] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    equal[10] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), 1u, depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    other[10] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), 1u, depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    result[11] = image.sample(stepped, float3(-2.0f, 0.5f, 0.25f), 1u);
    equal[11] = image.sample_compare(same, float3(-2.0f, 0.5f, 0.25f), 1u, depths[11]);
    other[11] = image.sample_compare(less, float3(-2.0f, 0.5f, 0.25f), 1u, depths[11]);
    result[12] = image.sample(stepped, float3(0.5f, 2.0f, 0.25f), 1u);
    equal[12] = image.sample_compare(same, float3(0.5f, 2.0f, 0.25f), 1u, depths[12]);
    other[12] = image.sample_compare(less, float3(0.5f, 2.0f, 0.25f), 1u, depths[12]);
    result[13] = image.sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u);
    equal[13] = image.sample_compare(same, float3(0.5f, -2.0f, -0.25f), 1u, depths[13]);
    other[13] = image.sample_compare(less, float3(0.5f, -2.0f, -0.25f), 1u, depths[13]);
    result[14] = image.sample(stepped, float3(-0.5f, 0.25f, 2.0f), 1u);
    equal[14] = image.sample_compare(same, float3(-0.5f, 0.25f, 2.0f), 1u, depths[14]);
    other[14] = image.sample_compare(less, float3(-0.5f, 0.25f, 2.0f), 1u, depths[14]);
    result[15] = image.sample(stepped, float3(0.5f, 0.25f, -2.0f), 1u);
    equal[15] = image.sample_compare(same, float3(0.5f, 0.25f, -2.0f), 1u, depths[15]);
    other[15] = image.sample_compare(less, float3(0.5f, 0.25f, -2.0f), 1u, depths[15]);
}
