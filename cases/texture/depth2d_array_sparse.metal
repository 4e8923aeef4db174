//! title:     sparse_sample and sparse_read of depth2d_array give what sample and read give, and that it is resident
//! verifies:  tex.depth2d_array.sparse
//! requires:  msl 2.3
//! dispatch:  pick(image, depths, result, equal, other, resident, texels): threads 1, threadgroup 1
//! in:        image depth2d_array<float>(depth32float)[6, 5, 4, 3] = iota(0, 0.0009765625)
//! in:        depths float[24] = values 0.029296875 0.123046875 0.1416015625 0.1416015625 0.029296875 0.1416015625 0.123046875 0.123046875 0.1416015625 0.1416015625 0.123046875 0.1416015625 0.0419921875 0.126953125 0.1416015625 0.1416015625 0.0419921875 0.1416015625 0.126953125 0.126953125 0.1416015625 0.1416015625 0.126953125 0.1416015625
//! out:       result float[24]
//! out:       equal float[24]
//! out:       other float[24]
//! out:       resident uint[26]
//! out:       texels float[2]
//! expect:    result = values 0.029296875 0.123046875 0.1416015625 0.1416015625 0.029296875 0.1416015625 0.123046875 0.123046875 0.1416015625 0.1416015625 0.123046875 0.1416015625 0.0419921875 0.126953125 0.1416015625 0.1416015625 0.0419921875 0.1416015625 0.126953125 0.126953125 0.1416015625 0.1416015625 0.126953125 0.1416015625
//! expect:    equal = values 1 …
//! expect:    other = values 0 …
//! expect:    resident = values 1 …
//! expect:    texels = values 0.0361328125 0.0361328125
//! mutant:    tex.depth2d_array.sparse | replace `image.sparse_sample(stepped, float2(0.05f), 1u)` with `image.sparse_sample(stepped, float2(0.95f), 1u)`
//! mutant:    tex.depth2d_array.sparse | replace `image.sparse_read(uint2(1u, 1u), 1u` with `image.sparse_read(uint2(0u, 1u), 1u`
//! mutant:    tex.depth2d_array.sparse | replace `constexpr sampler same(mip_filter::nearest, compare_func::equal)`
//!            with `constexpr sampler same(mip_filter::nearest, compare_func::not_equal)`
//! mutant:    tex.depth2d_array.sparse | replace `taken.resident() ?` with `!taken.resident() ?`

#include <metal_stdlib>
using namespace metal;

/* The result of a comparison, where all that was compared is resident. */
static void keep(sparse_color<float> taken, device float &into)
{
    into = taken.resident() ? taken.value() : -1.0f;
}

kernel void pick(depth2d_array<float> image [[texture(0)]], device const float *depths [[buffer(0)]], device float *result [[buffer(1)]],
                 device float *equal [[buffer(2)]], device float *other [[buffer(3)]],
                 device uint *resident [[buffer(4)]], device float *texels [[buffer(5)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler same(mip_filter::nearest, compare_func::equal);
    constexpr sampler less(mip_filter::nearest, compare_func::less);
    const auto s0 = image.sparse_sample(stepped, float2(0.05f), 1u);
    result[0] = s0.value();
    resident[0] = s0.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[0]), equal[0]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[0]), other[0]);
    const auto s1 = image.sparse_sample(stepped, float2(0.05f), 1u, level(1.0f));
    result[1] = s1.value();
    resident[1] = s1.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[1], level(1.0f)), equal[1]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[1], level(1.0f)), other[1]);
    const auto s2 = image.sparse_sample(stepped, float2(0.05f), 1u, level(2.0f));
    result[2] = s2.value();
    resident[2] = s2.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[2], level(2.0f)), equal[2]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[2], level(2.0f)), other[2]);
    const auto s3 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f));
    result[3] = s3.value();
    resident[3] = s3.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[3], bias(2.0f)), equal[3]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[3], bias(2.0f)), other[3]);
    const auto s4 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)));
    result[4] = s4.value();
    resident[4] = s4.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[4], gradient2d(float2(0.0f), float2(0.0f))), equal[4]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[4], gradient2d(float2(0.0f), float2(0.0f))), other[4]);
    const auto s5 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)));
    result[5] = s5.value();
    resident[5] = s5.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[5], gradient2d(float2(1000.0f), float2(1000.0f))), equal[5]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[5], gradient2d(float2(1000.0f), float2(1000.0f))), other[5]);
    const auto s6 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)));
    result[6] = s6.value();
    resident[6] = s6.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[6], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f))), equal[6]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[6], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f))), other[6]);
    const auto s7 = image.sparse_sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f));
    result[7] = s7.value();
    resident[7] = s7.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[7], min_lod_clamp(1.0f)), equal[7]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[7], min_lod_clamp(1.0f)), other[7]);
    const auto s8 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f));
    result[8] = s8.value();
    resident[8] = s8.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[8], bias(0.0f), min_lod_clamp(2.0f)), equal[8]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[8], bias(0.0f), min_lod_clamp(2.0f)), other[8]);
    const auto s9 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f));
    result[9] = s9.value();
    resident[9] = s9.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[9], bias(2.0f), min_lod_clamp(1.0f)), equal[9]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[9], bias(2.0f), min_lod_clamp(1.0f)), other[9]);
    const auto s10 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f));
    result[10] = s10.value();
    resident[10] = s10.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[10], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f)), equal[10]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[10], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f)), other[10]);
    const auto s11 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f));
    result[11] = s11.value();
    resident[11] = s11.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[11], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f)), equal[11]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[11], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f)), other[11]);
    const auto s12 = image.sparse_sample(stepped, float2(0.05f), 1u, int2(1, 2));
    result[12] = s12.value();
    resident[12] = s12.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[12], int2(1, 2)), equal[12]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[12], int2(1, 2)), other[12]);
    const auto s13 = image.sparse_sample(stepped, float2(0.05f), 1u, level(1.0f), int2(1, 2));
    result[13] = s13.value();
    resident[13] = s13.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[13], level(1.0f), int2(1, 2)), equal[13]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[13], level(1.0f), int2(1, 2)), other[13]);
    const auto s14 = image.sparse_sample(stepped, float2(0.05f), 1u, level(2.0f), int2(1, 2));
    result[14] = s14.value();
    resident[14] = s14.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[14], level(2.0f), int2(1, 2)), equal[14]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[14], level(2.0f), int2(1, 2)), other[14]);
    const auto s15 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), int2(1, 2));
    result[15] = s15.value();
    resident[15] = s15.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[15], bias(2.0f), int2(1, 2)), equal[15]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[15], bias(2.0f), int2(1, 2)), other[15]);
    const auto s16 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2));
    result[16] = s16.value();
    resident[16] = s16.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[16], gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2)), equal[16]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[16], gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2)), other[16]);
    const auto s17 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2));
    result[17] = s17.value();
    resident[17] = s17.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[17], gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2)), equal[17]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[17], gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2)), other[17]);
    const auto s18 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2));
    result[18] = s18.value();
    resident[18] = s18.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[18], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2)), equal[18]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[18], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2)), other[18]);
    const auto s19 = image.sparse_sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f), int2(1, 2));
    result[19] = s19.value();
    resident[19] = s19.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[19], min_lod_clamp(1.0f), int2(1, 2)), equal[19]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[19], min_lod_clamp(1.0f), int2(1, 2)), other[19]);
    const auto s20 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f), int2(1, 2));
    result[20] = s20.value();
    resident[20] = s20.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[20], bias(0.0f), min_lod_clamp(2.0f), int2(1, 2)), equal[20]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[20], bias(0.0f), min_lod_clamp(2.0f), int2(1, 2)), other[20]);
    const auto s21 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f), int2(1, 2));
    result[21] = s21.value();
    resident[21] = s21.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[21], bias(2.0f), min_lod_clamp(1.0f), int2(1, 2)), equal[21]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[21], bias(2.0f), min_lod_clamp(1.0f), int2(1, 2)), other[21]);
    const auto s22 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2));
    result[22] = s22.value();
    resident[22] = s22.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[22], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2)), equal[22]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[22], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2)), other[22]);
    const auto s23 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2));
    result[23] = s23.value();
    resident[23] = s23.resident();
    keep(image.sparse_sample_compare(same, float2(0.05f), 1u, depths[23], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2)), equal[23]);
    keep(image.sparse_sample_compare(less, float2(0.05f), 1u, depths[23], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2)), other[23]);
    const auto s24 = image.sparse_read(uint2(1u, 1u), 1u);
    texels[0] = s24.value();
    resident[24] = s24.resident();
    const auto s25 = image.sparse_read(ushort2(1, 1), ushort(1));
    texels[1] = s25.value();
    resident[25] = s25.resident();
}
