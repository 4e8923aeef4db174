//! title:     The bias of a sampler is added to the level of detail, and its range limits the sum; it may be a fraction, and negative
//! verifies:  sampler.state.bias tex.lod.sampler_range
//! requires:  msl 4.0, family metal4
//! dispatch:  threads 3, threadgroup 3
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 16 16 16 32
//! out:       result float[9]
//! out:       blended float[6]
//! out:       raised float[3]
//! expect:    result = values 16 32 32 0 16 32 16 16 16
//! expect:    blended = values 8 24 32 0 8 24
//! expect:    raised = values 16 16 16
//! mutant:    tex.lod.sampler_range | replace `lod_clamp(1.0f, 2.0f)` with `lod_clamp(0.0f, 2.0f)`
//! mutant:    sampler.state.bias | replace `bias(1.0f))` with `bias(0.0f))`
//! mutant:    sampler.state.bias | replace `bias(0.5f)` with `bias(0.0f)`
//! mutant:    sampler.state.bias | replace `bias(-0.5f)` with `bias(0.0f)`
//! mutant:    tex.lod.sampler_range | replace `lod_clamp(0.0f, 1.0f)` with `lod_clamp(0.0f, 2.0f)`
//! note:      the level comes from gradients: of a level that the call gives the text does not say whether the bias is added to it

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]],
                 device float *blended [[buffer(1)]], device float *raised [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    constexpr sampler shifted(mip_filter::nearest, bias(1.0f));
    constexpr sampler limited(mip_filter::nearest, bias(1.0f), lod_clamp(0.0f, 1.0f));
    constexpr sampler lowered(mip_filter::nearest, bias(-1.0f), lod_clamp(1.0f, 2.0f));
    constexpr sampler plain(mip_filter::nearest);
    constexpr sampler up(mip_filter::linear, bias(0.5f)), down(mip_filter::linear, bias(-0.5f));
    const float step = float(1u << i) * 0.25f; // 2^i texels
    const gradient2d steps = gradient2d(float2(step, 0.0f), float2(0.0f, step));
    result[i] = image.sample(shifted, float2(0.5f), steps).x;
    result[3 + i] = image.sample(plain, float2(0.5f), steps).x;
    result[6 + i] = image.sample(limited, float2(0.5f), steps).x;
    raised[i] = image.sample(lowered, float2(0.5f), steps).x;
    blended[i] = image.sample(up, float2(0.5f), steps).x;
    blended[3 + i] = image.sample(down, float2(0.5f), steps).x;
}
