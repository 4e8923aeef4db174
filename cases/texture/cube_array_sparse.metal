//! title:     sparse_sample and sparse_read of texturecube_array give what sample and read give, and that it is resident
//! verifies:  tex.cube_array.sparse
//! requires:  msl 2.3
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result, resident, texels): threads 1, threadgroup 1
//! in:        image texturecube_array<T>(FORMAT)[4, 4, 2, 3] = faces(4, 12, 1)
//! out:       result T[16]
//! out:       resident uint[18]
//! out:       texels T[2]
//! expect:    result = values 6 38 70 70 6 70 38 70 70 38 70 7 8 9 10 11
//! expect:    resident = values 1 …
//! expect:    texels = values 8 8
//! mutant:    tex.cube_array.sparse | replace `image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u)` with `image.sparse_sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u)`
//! mutant:    tex.cube_array.sparse | replace `image.sparse_read(uint2(1u, 1u), 2u, 1u` with `image.sparse_read(uint2(1u, 1u), 3u, 1u`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texturecube_array<T> image [[texture(0)]], device T *result [[buffer(0)]],
                 device uint *resident [[buffer(1)]], device T *texels [[buffer(2)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    const auto s0 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u);
    result[0] = s0.value().x;
    resident[0] = s0.resident();
    const auto s1 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(1.0f));
    result[1] = s1.value().x;
    resident[1] = s1.resident();
    const auto s2 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(2.0f));
    result[2] = s2.value().x;
    resident[2] = s2.resident();
    const auto s3 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f));
    result[3] = s3.value().x;
    resident[3] = s3.resident();
    const auto s4 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)));
    result[4] = s4.value().x;
    resident[4] = s4.resident();
    const auto s5 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)));
    result[5] = s5.value().x;
    resident[5] = s5.resident();
    const auto s6 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, min_lod_clamp(1.0f));
    result[6] = s6.value().x;
    resident[6] = s6.resident();
    const auto s7 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(0.0f), min_lod_clamp(2.0f));
    result[7] = s7.value().x;
    resident[7] = s7.resident();
    const auto s8 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f), min_lod_clamp(1.0f));
    result[8] = s8.value().x;
    resident[8] = s8.resident();
    const auto s9 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f));
    result[9] = s9.value().x;
    resident[9] = s9.resident();
    const auto s10 = image.sparse_sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f));
    result[10] = s10.value().x;
    resident[10] = s10.resident();
    const auto s11 = image.sparse_sample(stepped, float3(-2.0f, 0.5f, 0.25f), 1u);
    result[11] = s11.value().x;
    resident[11] = s11.resident();
    const auto s12 = image.sparse_sample(stepped, float3(0.5f, 2.0f, 0.25f), 1u);
    result[12] = s12.value().x;
    resident[12] = s12.resident();
    const auto s13 = image.sparse_sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u);
    result[13] = s13.value().x;
    resident[13] = s13.resident();
    const auto s14 = image.sparse_sample(stepped, float3(-0.5f, 0.25f, 2.0f), 1u);
    result[14] = s14.value().x;
    resident[14] = s14.resident();
    const auto s15 = image.sparse_sample(stepped, float3(0.5f, 0.25f, -2.0f), 1u);
    result[15] = s15.value().x;
    resident[15] = s15.resident();
    const auto s16 = image.sparse_read(uint2(1u, 1u), 2u, 1u);
    texels[0] = s16.value().x;
    resident[16] = s16.resident();
    const auto s17 = image.sparse_read(ushort2(1, 1), ushort(2), ushort(1));
    texels[1] = s17.value().x;
    resident[17] = s17.resident();
}
