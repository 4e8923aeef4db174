//! title:     sample of depthcube, with each option, takes the texel of that place and level; sample_compare compares it
//! verifies:  tex.depthcube.sample tex.depthcube.sample_compare
//! requires:  msl 2.2
//! dispatch:  pick(image, depths, result, equal, other): threads 1, threadgroup 1
//! in:        image depthcube<float>(depth32float)[4, 4, 3] = faces(4, 6, 0.0009765625)
//! in:        depths float[16] = values 0 0.03125 0.0625 0.0625 0 0.0625 0.03125 0.0625 0.0625 0.03125 0.0625 0.0009765625 0.001953125 0.0029296875 0.00390625 0.0048828125
//! out:       result float[16]
//! out:       equal float[16]
//! out:       other float[16]
//! expect:    result = values 0 0.03125 0.0625 0.0625 0 0.0625 0.03125 0.0625 0.0625 0.03125 0.0625 0.0009765625 0.001953125 0.0029296875 0.00390625 0.0048828125
//! expect:    equal = values 1 …
//! expect:    other = values 0 …
//! mutant:    tex.depthcube.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f))` with `image.sample(stepped, float3(0.5f, -2.0f, -0.25f))`
//! mutant:    tex.depthcube.sample_compare | replace `image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[0])` with `image.sample_compare(same, float3(0.5f, -2.0f, -0.25f), depths[0])`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depthcube<float> image [[texture(0)]], device const float *depths [[buffer(0)]], device float *result [[buffer(1)]],
                 device float *equal [[buffer(2)]], device float *other [[buffer(3)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler same(mip_filter::nearest, compare_func::equal);
    constexpr sampler less(mip_filter::nearest, compare_func::less);
    result[0] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f));
    equal[0] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[0]);
    other[0] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[0]);
    result[1] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(1.0f));
    equal[1] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[1], level(1.0f));
    other[1] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[1], level(1.0f));
    result[2] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(2.0f));
    equal[2] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[2], level(2.0f));
    other[2] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[2], level(2.0f));
    result[3] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f));
    equal[3] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[3], bias(2.0f));
    other[3] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[3], bias(2.0f));
    result[4] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)));
    equal[4] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[4], gradientcube(float3(0.0f), float3(0.0f)));
    other[4] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[4], gradientcube(float3(0.0f), float3(0.0f)));
    result[5] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)));
    equal[5] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[5], gradientcube(float3(1000.0f), float3(1000.0f)));
    other[5] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[5], gradientcube(float3(1000.0f), float3(1000.0f)));
    result[6] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), min_lod_clamp(1.0f));
    equal[6] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[6], min_lod_clamp(1.0f));
    other[6] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[6], min_lod_clamp(1.0f));
    result[7] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(0.0f), min_lod_clamp(2.0f));
    equal[7] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[7], bias(0.0f), min_lod_clamp(2.0f));
    other[7] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[7], bias(0.0f), min_lod_clamp(2.0f));
    result[8] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f), min_lod_clamp(1.0f));
    equal[8] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[8], bias(2.0f), min_lod_clamp(1.0f));
    other[8] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[8], bias(2.0f), min_lod_clamp(1.0f));
    result[9] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    equal[9] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    other[9] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    result[10] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    equal[10] = image.sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    other[10] = image.sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    result[11] = image.sample(stepped, float3(-2.0f, 0.5f, 0.25f));
    equal[11] = image.sample_compare(same, float3(-2.0f, 0.5f, 0.25f), depths[11]);
    other[11] = image.sample_compare(less, float3(-2.0f, 0.5f, 0.25f), depths[11]);
    result[12] = image.sample(stepped, float3(0.5f, 2.0f, 0.25f));
    equal[12] = image.sample_compare(same, float3(0.5f, 2.0f, 0.25f), depths[12]);
    other[12] = image.sample_compare(less, float3(0.5f, 2.0f, 0.25f), depths[12]);
    result[13] = image.sample(stepped, float3(0.5f, -2.0f, -0.25f));
    equal[13] = image.sample_compare(same, float3(0.5f, -2.0f, -0.25f), depths[13]);
    other[13] = image.sample_compare(less, float3(0.5f, -2.0f, -0.25f), depths[13]);
    result[14] = image.sample(stepped, float3(-0.5f, 0.25f, 2.0f));
    equal[14] = image.sample_compare(same, float3(-0.5f, 0.25f, 2.0f), depths[14]);
    other[14] = image.sample_compare(less, float3(-0.5f, 0.25f, 2.0f), depths[14]);
    result[15] = image.sample(stepped, float3(0.5f, 0.25f, -2.0f));
    equal[15] = image.sample_compare(same, float3(0.5f, 0.25f, -2.0f), depths[15]);
    other[15] = image.sample_compare(less, float3(0.5f, 0.25f, -2.0f), depths[15]);
}
