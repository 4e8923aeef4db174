//! title:     sample of texture3d, with each option, takes the texel of that place and level
//! verifies:  tex.t3d.sample tex.t3d.sample.options
//! requires:  msl 2.2
//! for:       (T, FORMAT) in (float, r16float) (half, r16float)
//! dispatch:  pick(image, result): threads 1, threadgroup 1
//! in:        image texture3d<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result T[24]
//! expect:    result = values 0 120 132 132 0 132 120 120 132 132 120 132 103 130 132 132 103 132 130 130 132 132 130 132
//! mutant:    tex.t3d.sample | replace `image.sample(stepped, float3(0.05f))` with `image.sample(stepped, float3(0.95f))`
//! mutant:    tex.t3d.sample.options | replace `image.sample(stepped, float3(0.05f), level(1.0f))` with `image.sample(stepped, float3(0.05f), level(0.0f))`
//! mutant:    tex.t3d.sample.options | replace `image.sample(stepped, float3(0.05f), bias(2.0f))` with `image.sample(stepped, float3(0.05f), level(0.0f))`
//! mutant:    tex.t3d.sample.options | replace `image.sample(stepped, float3(0.05f), min_lod_clamp(1.0f))` with `image.sample(stepped, float3(0.05f), level(0.0f))`
//! mutant:    tex.t3d.sample.options | replace `image.sample(stepped, float3(0.05f), gradient3d(float3(1000.0f), float3(1000.0f)))` with `image.sample(stepped, float3(0.05f), gradient3d(float3(0.0f), float3(0.0f)))`
//! mutant:    tex.t3d.sample.options | replace `image.sample(stepped, float3(0.05f), bias(0.0f), min_lod_clamp(2.0f))` with `image.sample(stepped, float3(0.05f), bias(0.0f), min_lod_clamp(0.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture3d<T> image [[texture(0)]], device T *result [[buffer(0)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    result[0] = image.sample(stepped, float3(0.05f)).x;
    result[1] = image.sample(stepped, float3(0.05f), level(1.0f)).x;
    result[2] = image.sample(stepped, float3(0.05f), level(2.0f)).x;
    result[3] = image.sample(stepped, float3(0.05f), bias(2.0f)).x;
    result[4] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.0f), float3(0.0f))).x;
    result[5] = image.sample(stepped, float3(0.05f), gradient3d(float3(1000.0f), float3(1000.0f))).x;
    result[6] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.3333333333333333f, 0.0f, 0.0f), float3(0.0f))).x;
    result[7] = image.sample(stepped, float3(0.05f), min_lod_clamp(1.0f)).x;
    result[8] = image.sample(stepped, float3(0.05f), bias(0.0f), min_lod_clamp(2.0f)).x;
    result[9] = image.sample(stepped, float3(0.05f), bias(2.0f), min_lod_clamp(1.0f)).x;
    result[10] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f)).x;
    result[11] = image.sample(stepped, float3(0.05f), gradient3d(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f)).x;
    result[12] = image.sample(stepped, float3(0.05f), int3(1, 2, 3)).x;
    result[13] = image.sample(stepped, float3(0.05f), level(1.0f), int3(1, 2, 3)).x;
    result[14] = image.sample(stepped, float3(0.05f), level(2.0f), int3(1, 2, 3)).x;
    result[15] = image.sample(stepped, float3(0.05f), bias(2.0f), int3(1, 2, 3)).x;
    result[16] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.0f), float3(0.0f)), int3(1, 2, 3)).x;
    result[17] = image.sample(stepped, float3(0.05f), gradient3d(float3(1000.0f), float3(1000.0f)), int3(1, 2, 3)).x;
    result[18] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.3333333333333333f, 0.0f, 0.0f), float3(0.0f)), int3(1, 2, 3)).x;
    result[19] = image.sample(stepped, float3(0.05f), min_lod_clamp(1.0f), int3(1, 2, 3)).x;
    result[20] = image.sample(stepped, float3(0.05f), bias(0.0f), min_lod_clamp(2.0f), int3(1, 2, 3)).x;
    result[21] = image.sample(stepped, float3(0.05f), bias(2.0f), min_lod_clamp(1.0f), int3(1, 2, 3)).x;
    result[22] = image.sample(stepped, float3(0.05f), gradient3d(float3(0.0f), float3(0.0f)), min_lod_clamp(1.0f), int3(1, 2, 3)).x;
    result[23] = image.sample(stepped, float3(0.05f), gradient3d(float3(1000.0f), float3(1000.0f)), min_lod_clamp(1.0f), int3(1, 2, 3)).x;
}
