//! title:     sample of texturecube_array, with each option, takes the texel of that place and level
//! verifies:  tex.cube_array.sample tex.cube_array.sample.options
//! requires:  msl 2.2
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texturecube_array<T>(FORMAT)[4, 4, 2, 3] = faces(4, 12, 1)
//! out:       result T[16]
//! expect:    result = values 6 38 70 70 6 70 38 70 70 38 70 7 8 9 10 11
//! mutant:    tex.cube_array.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u)` with `image.sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u)`
//! mutant:    tex.cube_array.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u)` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 0u)`
//! mutant:    tex.cube_array.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(1.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(0.0f))`
//! mutant:    tex.cube_array.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(0.0f))`
//! mutant:    tex.cube_array.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, min_lod_clamp(1.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(0.0f))`
//! mutant:    tex.cube_array.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)))`
//! mutant:    tex.cube_array.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(0.0f), min_lod_clamp(2.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(0.0f), min_lod_clamp(0.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texturecube_array<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    result[0] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u).x;
    result[1] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(1.0f)).x;
    result[2] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, level(2.0f)).x;
    result[3] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f)).x;
    result[4] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f))).x;
    result[5] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f))).x;
    result[6] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, min_lod_clamp(1.0f)).x;
    result[7] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(0.0f), min_lod_clamp(2.0f)).x;
    result[8] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, bias(2.0f), min_lod_clamp(1.0f)).x;
    result[9] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f)).x;
    result[10] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), 1u, gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f)).x;
    result[11] = image.sample(stepped, float3(-2.0f, 0.5f, 0.25f), 1u).x;
    result[12] = image.sample(stepped, float3(0.5f, 2.0f, 0.25f), 1u).x;
    result[13] = image.sample(stepped, float3(0.5f, -2.0f, -0.25f), 1u).x;
    result[14] = image.sample(stepped, float3(-0.5f, 0.25f, 2.0f), 1u).x;
    result[15] = image.sample(stepped, float3(0.5f, 0.25f, -2.0f), 1u).x;
}
