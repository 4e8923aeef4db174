//! title:     sample of texturecube, with each option, takes the texel of that place and level
//! verifies:  tex.cube.sample tex.cube.sample.options tex.cube.faces
//! requires:  msl 2.2
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texturecube<T>(FORMAT)[4, 4, 3] = faces(4, 6, 1)
//! out:       result T[16]
//! expect:    result = values 0 32 64 64 0 64 32 64 64 32 64 1 2 3 4 5
//! mutant:    tex.cube.sample | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f))` with `image.sample(stepped, float3(0.5f, -2.0f, -0.25f))`
//! mutant:    tex.cube.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(1.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(0.0f))`
//! mutant:    tex.cube.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(0.0f))`
//! mutant:    tex.cube.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), min_lod_clamp(1.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(0.0f))`
//! mutant:    tex.cube.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)))`
//! mutant:    tex.cube.sample.options | replace `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(0.0f), min_lod_clamp(2.0f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(0.0f), min_lod_clamp(0.0f))`
//! mutant:    tex.cube.faces | replace `image.sample(stepped, float3(-2.0f, 0.5f, 0.25f))` with `image.sample(stepped, float3(2.0f, 0.5f, -0.25f))`
//! mutant:    tex.cube.faces | replace `image.sample(stepped, float3(0.5f, 2.0f, 0.25f))` with `image.sample(stepped, float3(-2.0f, 0.5f, 0.25f))`
//! mutant:    tex.cube.faces | replace `image.sample(stepped, float3(0.5f, -2.0f, -0.25f))` with `image.sample(stepped, float3(0.5f, 2.0f, 0.25f))`
//! mutant:    tex.cube.faces | replace `image.sample(stepped, float3(-0.5f, 0.25f, 2.0f))` with `image.sample(stepped, float3(0.5f, -2.0f, -0.25f))`
//! mutant:    tex.cube.faces | replace `image.sample(stepped, float3(0.5f, 0.25f, -2.0f))` with `image.sample(stepped, float3(-0.5f, 0.25f, 2.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texturecube<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    result[0] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f)).x;
    result[1] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(1.0f)).x;
    result[2] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), level(2.0f)).x;
    result[3] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f)).x;
    result[4] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f))).x;
    result[5] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f))).x;
    result[6] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), min_lod_clamp(1.0f)).x;
    result[7] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(0.0f), min_lod_clamp(2.0f)).x;
    result[8] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), bias(2.0f), min_lod_clamp(1.0f)).x;
    result[9] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f)).x;
    result[10] = image.sample(stepped, float3(2.0f, 0.5f, -0.25f), gradientcube(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f)).x;
    result[11] = image.sample(stepped, float3(-2.0f, 0.5f, 0.25f)).x;
    result[12] = image.sample(stepped, float3(0.5f, 2.0f, 0.25f)).x;
    result[13] = image.sample(stepped, float3(0.5f, -2.0f, -0.25f)).x;
    result[14] = image.sample(stepped, float3(-0.5f, 0.25f, 2.0f)).x;
    result[15] = image.sample(stepped, float3(0.5f, 0.25f, -2.0f)).x;
}
