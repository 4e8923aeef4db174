//! title:     sparse_sample and sparse_read of depthcube give what sample and read give, and that it is resident
//! verifies:  tex.depthcube.sparse
//! requires:  msl 2.3
//! dispatch:  pick(image, depths, result, equal, other, resident, texels): threads 1, threadgroup 1
//! in:        image depthcube<float>(depth32float)[4, 4, 3] = faces(4, 6, 0.0009765625)
//! in:        depths float[16] = values 0 0.03125 0.0625 0.0625 0 0.0625 0.03125 0.0625 0.0625 0.03125 0.0625 0.0009765625 0.001953125 0.0029296875 0.00390625 0.0048828125
//! out:       result float[16]
//! out:       equal float[16]
//! out:       other float[16]
//! out:       resident uint[18]
//! out:       texels float[2]
//! expect:    result = values 0 0.03125 0.0625 0.0625 0 0.0625 0.03125 0.0625 0.0625 0.03125 0.0625 0.0009765625 0.001953125 0.0029296875 0.00390625 0.0048828125
//! expect:    equal = values 1 …
//! expect:    other = values 0 …
//! expect:    resident = values 1 …
//! expect:    texels = values 0.001953125 0.001953125
//! mutant:    tex.depthcube.sparse | replace `image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f))` with `image.sparse_sample(stepped, float3(0.5f, -2.0f, -0.25f))`
//! mutant:    tex.depthcube.sparse | replace `image.sparse_read(uint2(1u, 1u), 2u` with `image.sparse_read(uint2(1u, 1u), 3u`
//! mutant:    tex.depthcube.sparse | replace `constexpr sampler same(mip_filter::nearest, compare_func::equal)`
//!            with `constexpr sampler same(mip_filter::nearest, compare_func::not_equal)`
//! mutant:    tex.depthcube.sparse | replace `taken.resident() ?` with `!taken.resident() ?`

#include <metal_stdlib>
using namespace metal;

/* The result of a comparison, where all that was compared is resident. */
static void keep(sparse_color<float> taken, device float &into)
{
    into = taken.resident() ? taken.value() : -1.0f;
}

kernel void pick(depthcube<float> image [[texture(0)]], device const float *depths [[buffer(0)]], device float *result [[buffer(1)]],
                 device float *equal [[buffer(2)]], device float *other [[buffer(3)]],
                 device uint *resident [[buffer(4)]], device float *texels [[buffer(5)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler same(mip_filter::nearest, compare_func::equal);
    constexpr sampler less(mip_filter::nearest, compare_func::less);
    const auto s0 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f));
    result[0] = s0.value();
    resident[0] = s0.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[0]), equal[0]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[0]), other[0]);
    const auto s1 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), level(1.0f));
    result[1] = s1.value();
    resident[1] = s1.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[1], level(1.0f)), equal[1]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[1], level(1.0f)), other[1]);
    const auto s2 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), level(2.0f));
    result[2] = s2.value();
    resident[2] = s2.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[2], level(2.0f)), equal[2]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[2], level(2.0f)), other[2]);
    const auto s3 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f));
    result[3] = s3.value();
    resident[3] = s3.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[3], bias(2.0f)), equal[3]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[3], bias(2.0f)), other[3]);
    const auto s4 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)));
    result[4] = s4.value();
    resident[4] = s4.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[4], gradientcube(float3(0.0f), float3(0.0f))), equal[4]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[4], gradientcube(float3(0.0f), float3(0.0f))), other[4]);
    const auto s5 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)));
    result[5] = s5.value();
    resident[5] = s5.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[5], gradientcube(float3(1000.0f), float3(1000.0f))), equal[5]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[5], gradientcube(float3(1000.0f), float3(1000.0f))), other[5]);
    const auto s6 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), min_lod_clamp(1.0f));
    result[6] = s6.value();
    resident[6] = s6.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[6], min_lod_clamp(1.0f)), equal[6]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[6], min_lod_clamp(1.0f)), other[6]);
    const auto s7 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(0.0f), min_lod_clamp(2.0f));
    result[7] = s7.value();
    resident[7] = s7.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[7], bias(0.0f), min_lod_clamp(2.0f)), equal[7]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[7], bias(0.0f), min_lod_clamp(2.0f)), other[7]);
    const auto s8 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f), min_lod_clamp(1.0f));
    result[8] = s8.value();
    resident[8] = s8.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[8], bias(2.0f), min_lod_clamp(1.0f)), equal[8]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[8], bias(2.0f), min_lod_clamp(1.0f)), other[8]);
    const auto s9 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    result[9] = s9.value();
    resident[9] = s9.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f)), equal[9]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[9], gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f)), other[9]);
    const auto s10 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    result[10] = s10.value();
    resident[10] = s10.resident();
    keep(image.sparse_sample_compare(same, float3(2.0f, 0.5f, -0.25f), depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f)), equal[10]);
    keep(image.sparse_sample_compare(less, float3(2.0f, 0.5f, -0.25f), depths[10], gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f)), other[10]);
    const auto s11 = image.sparse_sample(stepped, float3(-2.0f, 0.5f, 0.25f));
    result[11] = s11.value();
    resident[11] = s11.resident();
    keep(image.sparse_sample_compare(same, float3(-2.0f, 0.5f, 0.25f), depths[11]), equal[11]);
    keep(image.sparse_sample_compare(less, float3(-2.0f, 0.5f, 0.25f), depths[11]), other[11]);
    const auto s12 = image.sparse_sample(stepped, float3(0.5f, 2.0f, 0.25f));
    result[12] = s12.value();
    resident[12] = s12.resident();
    keep(image.sparse_sample_compare(same, float3(0.5f, 2.0f, 0.25f), depths[12]), equal[12]);
    keep(image.sparse_sample_compare(less, float3(0.5f, 2.0f, 0.25f), depths[12]), other[12]);
    const auto s13 = image.sparse_sample(stepped, float3(0.5f, -2.0f, -0.25f));
    result[13] = s13.value();
    resident[13] = s13.resident();
    keep(image.sparse_sample_compare(same, float3(0.5f, -2.0f, -0.25f), depths[13]), equal[13]);
    keep(image.sparse_sample_compare(less, float3(0.5f, -2.0f, -0.25f), depths[13]), other[13]);
    const auto s14 = image.sparse_sample(stepped, float3(-0.5f, 0.25f, 2.0f));
    result[14] = s14.value();
    resident[14] = s14.resident();
    keep(image.sparse_sample_compare(same, float3(-0.5f, 0.25f, 2.0f), depths[14]), equal[14]);
    keep(image.sparse_sample_compare(less, float3(-0.5f, 0.25f, 2.0f), depths[14]), other[14]);
    const auto s15 = image.sparse_sample(stepped, float3(0.5f, 0.25f, -2.0f));
    result[15] = s15.value();
    resident[15] = s15.resident();
    keep(image.sparse_sample_compare(same, float3(0.5f, 0.25f, -2.0f), depths[15]), equal[15]);
    keep(image.sparse_sample_compare(less, float3(0.5f, 0.25f, -2.0f), depths[15]), other[15]);
    const auto s16 = image.sparse_read(uint2(1u, 1u), 2u);
    texels[0] = s16.value();
    resident[16] = s16.resident();
    const auto s17 = image.sparse_read(ushort2(1, 1), ushort(2));
    texels[1] = s17.value();
    resident[17] = s17.resident();
}
