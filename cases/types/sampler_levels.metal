//! title:     mip_filter takes no level, the nearest or a mean of two; lod_clamp limits which
//! verifies:  sampler.state.mip_filter sampler.lod_clamp
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 16 16 16 32
//! out:       none float[2]
//! out:       nearest float[3]
//! out:       linear float[3]
//! out:       clamped float[3]
//! out:       between float[3]
//! expect:    none = values 0 0
//! expect:    nearest = values 0 16 32
//! expect:    linear = values 0 8 24
//! expect:    clamped = values 16 16 16
//! expect:    between = values 8 16 24
//! mutant:    sampler.state.mip_filter | replace `mip_filter::none` with `mip_filter::nearest`
//! mutant:    sampler.state.mip_filter | replace `constexpr sampler blended(mip_filter::linear` with `constexpr sampler blended(mip_filter::nearest`
//! mutant:    sampler.lod_clamp | replace `lod_clamp(1.0f, 1.0f)` with `lod_clamp(0.0f, 8.0f)`
//! mutant:    sampler.lod_clamp | replace `lod_clamp(0.5f, 1.5f)` with `lod_clamp(0.0f, 1.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *none [[buffer(0)]],
                 device float *nearest [[buffer(1)]], device float *linear [[buffer(2)]],
                 device float *clamped [[buffer(3)]], device float *between [[buffer(4)]])
{
    constexpr sampler flat(mip_filter::none);
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler blended(mip_filter::linear);
    constexpr sampler limited(mip_filter::nearest, lod_clamp(1.0f, 1.0f));
    constexpr sampler halfway(mip_filter::linear, lod_clamp(0.5f, 1.5f));
    const float2 at = float2(0.5f);
    for (uint i = 0; i < 2; i++)
        none[i] = image.sample(flat, at, level(float(i))).x;
    for (uint i = 0; i < 3; i++) {
        nearest[i] = image.sample(stepped, at, level(float(i))).x;
        linear[i] = image.sample(blended, at, level(i == 0 ? 0.0f : float(i) - 0.5f)).x;
        clamped[i] = image.sample(limited, at, level(float(i))).x;
        between[i] = image.sample(halfway, at, level(float(i))).x;
    }
}
