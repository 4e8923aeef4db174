//! title:     Without an option level 0 is sampled; level, bias, gradients and clamps choose another, within the sampler's range
//! verifies:  tex.lod.default_zero_sample tex.lod.level tex.lod.bias tex.lod.gradient tex.lod.min_lod_clamp
//!            tex.lod.sampler_range
//! requires:  msl 2.3
//! dispatch:  pick(image, solid, wide, result): threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 4
//! in:        solid texture3d<float>(r16float)[2, 2, 4, 3] = values 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 4
//! in:        wide texture2d<float>(r16float)[8, 2, 4] = values 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 3 3 4
//! out:       result float[14]
//! expect:    result = values 1 2 1.5 3 4 2 4 2 4 2 4 4 2 2
//! mutant:    tex.lod.default_zero_sample | replace `image.sample(stepped, at)` with `image.sample(stepped, at, level(1.0f))`
//! mutant:    tex.lod.level | replace `image.sample(stepped, at, level(1.25f))` with `image.sample(stepped, at, level(0.25f))`
//! mutant:    tex.lod.level | replace `image.sample(blended, at, level(0.5f))` with `image.sample(stepped, at, level(0.5f))`
//! mutant:    tex.lod.bias | replace `image.sample(stepped, at, bias(2.0f))` with `image.sample(stepped, at, bias(1.0f))`
//! mutant:    tex.lod.gradient | replace `float2(0.5f, 0.0f), float2(0.0f)` with `float2(0.25f, 0.0f), float2(0.0f)`
//! mutant:    tex.lod.gradient | replace `float3(0.0f, 0.0f, 1.0f)` with `float3(0.0f, 0.0f, 0.5f)`
//! mutant:    tex.lod.gradient | replace `float2(0.0f, 1.0f), float2(0.0f)` with `float2(1.0f, 0.0f), float2(0.0f)`
//! mutant:    tex.lod.level | replace `level(0.75f)` with `level(0.25f)`
//! mutant:    tex.lod.min_lod_clamp | replace `bias(0.0f), min_lod_clamp(1.0f)` with `bias(0.0f), min_lod_clamp(0.0f)`
//! mutant:    tex.lod.min_lod_clamp | replace `bias(2.0f), min_lod_clamp(1.0f)` with `bias(0.0f), min_lod_clamp(1.0f)`
//! mutant:    tex.lod.sampler_range | replace `lod_clamp(1.0f, 1.0f)` with `lod_clamp(0.0f, 2.0f)`
//! mutant:    tex.lod.sampler_range | replace `lod_clamp(2.0f, 2.0f)` with `lod_clamp(0.0f, 2.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], texture3d<float> solid [[texture(1)]],
                 texture2d<float> wide [[texture(2)]], device float *result [[buffer(0)]])
{
    constexpr sampler stepped(mip_filter::nearest), blended(mip_filter::linear);
    constexpr sampler middle(mip_filter::nearest, lod_clamp(1.0f, 1.0f)), last(mip_filter::nearest, lod_clamp(2.0f, 2.0f));
    const float2 at = float2(0.5f);
    result[0] = image.sample(stepped, at).x;
    result[1] = image.sample(stepped, at, level(1.25f)).x;
    result[2] = image.sample(blended, at, level(0.5f)).x;
    result[3] = image.sample(blended, at, level(1.5f)).x;
    result[4] = image.sample(stepped, at, bias(2.0f)).x;
    result[5] = image.sample(stepped, at, gradient2d(float2(0.5f, 0.0f), float2(0.0f))).x;
    result[6] = solid.sample(stepped, float3(0.5f), gradient3d(float3(0.0f, 0.0f, 1.0f), float3(0.0f))).x; // 4 deep
    result[7] = image.sample(stepped, at, bias(0.0f), min_lod_clamp(1.0f)).x;
    result[8] = image.sample(stepped, at, bias(2.0f), min_lod_clamp(1.0f)).x;
    result[9] = image.sample(middle, at, level(2.0f)).x;
    result[10] = image.sample(last, at, level(0.0f)).x;
    result[11] = image.sample(last, at).x;
    result[12] = image.sample(stepped, at, level(0.75f)).x;
    result[13] = wide.sample(stepped, at, gradient2d(float2(0.0f, 1.0f), float2(0.0f))).x; // 2 texels high
}
