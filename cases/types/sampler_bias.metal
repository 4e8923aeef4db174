//! title:     The bias of a sampler is added to the level of detail, and its range limits the sum
//! verifies:  sampler.state.bias tex.lod.sampler_range
//! requires:  msl 4.0, family metal4
//! dispatch:  threads 3, threadgroup 3
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 16 16 16 32
//! out:       result float[9]
//! expect:    result = values 16 32 32 0 16 32 16 16 16
//! mutant:    sampler.state.bias | replace `bias(1.0f))` with `bias(0.0f))`
//! mutant:    tex.lod.sampler_range | replace `lod_clamp(0.0f, 1.0f)` with `lod_clamp(0.0f, 2.0f)`
//! note:      the level comes from gradients: of a level that the call gives the text does not say whether the bias is added to it

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    constexpr sampler shifted(mip_filter::nearest, bias(1.0f));
    constexpr sampler limited(mip_filter::nearest, bias(1.0f), lod_clamp(0.0f, 1.0f));
    constexpr sampler plain(mip_filter::nearest);
    const float step = float(1u << i) * 0.25f; // 2^i texels
    const gradient2d steps = gradient2d(float2(step, 0.0f), float2(0.0f, step));
    result[i] = image.sample(shifted, float2(0.5f), steps).x;
    result[3 + i] = image.sample(plain, float2(0.5f), steps).x;
    result[6 + i] = image.sample(limited, float2(0.5f), steps).x;
}
