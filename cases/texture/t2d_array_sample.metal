//! title:     sample of texture2d_array, with each option, takes the texel of that place and level
//! verifies:  tex.t2d_array.sample tex.t2d_array.sample.options
//! requires:  msl 2.2
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result T[24]
//! expect:    result = values 30 126 145 145 30 145 126 126 145 145 126 145 43 130 145 145 43 145 130 130 145 145 130 145
//! mutant:    tex.t2d_array.sample | replace `image.sample(stepped, float2(0.05f), 1u)` with `image.sample(stepped, float2(0.95f), 1u)`
//! mutant:    tex.t2d_array.sample | replace `image.sample(stepped, float2(0.05f), 1u)` with `image.sample(stepped, float2(0.05f), 0u)`
//! mutant:    tex.t2d_array.sample.options | replace `image.sample(stepped, float2(0.05f), 1u, level(1.0f))` with `image.sample(stepped, float2(0.05f), 1u, level(0.0f))`
//! mutant:    tex.t2d_array.sample.options | replace `image.sample(stepped, float2(0.05f), 1u, bias(2.0f))` with `image.sample(stepped, float2(0.05f), 1u, level(0.0f))`
//! mutant:    tex.t2d_array.sample.options | replace `image.sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f))` with `image.sample(stepped, float2(0.05f), 1u, level(0.0f))`
//! mutant:    tex.t2d_array.sample.options | replace `image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)))` with `image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)))`
//! mutant:    tex.t2d_array.sample.options | replace `image.sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f))` with `image.sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(0.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d_array<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    result[0] = image.sample(stepped, float2(0.05f), 1u).x;
    result[1] = image.sample(stepped, float2(0.05f), 1u, level(1.0f)).x;
    result[2] = image.sample(stepped, float2(0.05f), 1u, level(2.0f)).x;
    result[3] = image.sample(stepped, float2(0.05f), 1u, bias(2.0f)).x;
    result[4] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f))).x;
    result[5] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f))).x;
    result[6] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f))).x;
    result[7] = image.sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f)).x;
    result[8] = image.sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f)).x;
    result[9] = image.sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f)).x;
    result[10] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f)).x;
    result[11] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f)).x;
    result[12] = image.sample(stepped, float2(0.05f), 1u, int2(1, 2)).x;
    result[13] = image.sample(stepped, float2(0.05f), 1u, level(1.0f), int2(1, 2)).x;
    result[14] = image.sample(stepped, float2(0.05f), 1u, level(2.0f), int2(1, 2)).x;
    result[15] = image.sample(stepped, float2(0.05f), 1u, bias(2.0f), int2(1, 2)).x;
    result[16] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2)).x;
    result[17] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2)).x;
    result[18] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2)).x;
    result[19] = image.sample(stepped, float2(0.05f), 1u, min_lod_clamp(1.0f), int2(1, 2)).x;
    result[20] = image.sample(stepped, float2(0.05f), 1u, bias(0.0f), min_lod_clamp(2.0f), int2(1, 2)).x;
    result[21] = image.sample(stepped, float2(0.05f), 1u, bias(2.0f), min_lod_clamp(1.0f), int2(1, 2)).x;
    result[22] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2)).x;
    result[23] = image.sample(stepped, float2(0.05f), 1u, gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2)).x;
}
