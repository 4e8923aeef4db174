//! title:     sparse_sample and sparse_read of texture2d_array give what sample and read give, and that it is resident
//! verifies:  tex.t2d_array.sparse
//! requires:  msl 2.3
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result, resident, texels): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result T[24]
//! out:       resident uint[26]
//! out:       texels T[2]
//! expect:    result = values 30 126 145 145 30 145 126 126 145 145 126 145 43 130 145 145 43 145 130 130 145 145 130 145
//! expect:    resident = values 1 …
//! expect:    texels = values 37 37
//! mutant:    tex.t2d_array.sparse | replace `image.sparse_sample(stepped, float2(0.05f), 1u)` with `image.sparse_sample(stepped, float2(0.95f), 1u)`
//! mutant:    tex.t2d_array.sparse | replace `image.sparse_read(uint2(1u, 1u), 1u` with `image.sparse_read(uint2(0u, 1u), 1u`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d_array<T> image [[texture(0)]], device T *result [[buffer(0)]],
                 device uint *resident [[buffer(1)]], device T *texels [[buffer(2)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    const auto s0 = image.sparse_sample(stepped, float2(0.05f), 1u);
    result[0] = s0.value().x;
    resident[0] = s0.resident();
    const auto s1 = image.sparse_sample(stepped, float2(0.05f), 1u, level(1.0f));
    result[1] = s1.value().x;
    resident[1] = s1.resident();
    const auto s2 = image.sparse_sample(stepped, float2(0.05f), 1u, level(2.0f));
    result[2] = s2.value().x;
    resident[2] = s2.resident();
    const auto s3 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f));
    result[3] = s3.value().x;
    resident[3] = s3.resident();
    const auto s4 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)));
    result[4] = s4.value().x;
    resident[4] = s4.resident();
    const auto s5 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)));
    result[5] = s5.value().x;
    resident[5] = s5.resident();
    const auto s6 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)));
    result[6] = s6.value().x;
    resident[6] = s6.resident();
    const auto s7 = image.sparse_sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f));
    result[7] = s7.value().x;
    resident[7] = s7.resident();
    const auto s8 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f));
    result[8] = s8.value().x;
    resident[8] = s8.resident();
    const auto s9 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f));
    result[9] = s9.value().x;
    resident[9] = s9.resident();
    const auto s10 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f));
    result[10] = s10.value().x;
    resident[10] = s10.resident();
    const auto s11 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f));
    result[11] = s11.value().x;
    resident[11] = s11.resident();
    const auto s12 = image.sparse_sample(stepped, float2(0.05f), 1u, int2(1, 2));
    result[12] = s12.value().x;
    resident[12] = s12.resident();
    const auto s13 = image.sparse_sample(stepped, float2(0.05f), 1u, level(1.0f), int2(1, 2));
    result[13] = s13.value().x;
    resident[13] = s13.resident();
    const auto s14 = image.sparse_sample(stepped, float2(0.05f), 1u, level(2.0f), int2(1, 2));
    result[14] = s14.value().x;
    resident[14] = s14.resident();
    const auto s15 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), int2(1, 2));
    result[15] = s15.value().x;
    resident[15] = s15.resident();
    const auto s16 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2));
    result[16] = s16.value().x;
    resident[16] = s16.resident();
    const auto s17 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2));
    result[17] = s17.value().x;
    resident[17] = s17.resident();
    const auto s18 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2));
    result[18] = s18.value().x;
    resident[18] = s18.resident();
    const auto s19 = image.sparse_sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f), int2(1, 2));
    result[19] = s19.value().x;
    resident[19] = s19.resident();
    const auto s20 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f), int2(1, 2));
    result[20] = s20.value().x;
    resident[20] = s20.resident();
    const auto s21 = image.sparse_sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f), int2(1, 2));
    result[21] = s21.value().x;
    resident[21] = s21.resident();
    const auto s22 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2));
    result[22] = s22.value().x;
    resident[22] = s22.resident();
    const auto s23 = image.sparse_sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2));
    result[23] = s23.value().x;
    resident[23] = s23.resident();
    const auto s24 = image.sparse_read(uint2(1u, 1u), 1u);
    texels[0] = s24.value().x;
    resident[24] = s24.resident();
    const auto s25 = image.sparse_read(ushort2(1, 1), ushort(1));
    texels[1] = s25.value().x;
    resident[25] = s25.resident();
}
