//! title:     min_filter filters where a texture is made smaller, mag_filter where it is made larger
//! verifies:  sampler.state.filter
//! requires:  msl 2.3
//! for:       (SMALLER, LARGER, A, B) in (nearest, linear, 0, 3) (linear, nearest, 3, 0)
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[2, 2] = values 0 8 16 24
//! out:       smaller float[2]
//! out:       larger float[2]
//! expect:    smaller = values A A
//! expect:    larger = values B B
//! mutant:    sampler.state.filter | replace `min_filter::SMALLER` with `min_filter::LARGER`
//! mutant:    sampler.state.filter | replace `mag_filter::LARGER` with `mag_filter::SMALLER`
//! note:      The level comes from gradients, of two and eight texels, and of a quarter of one and less.

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *smaller [[buffer(0)]],
                 device float *larger [[buffer(1)]])
{
    constexpr sampler s(min_filter::SMALLER, mag_filter::LARGER);
    const float2 at = float2(0.4375f, 0.25f); // three eighths of the way from the first texel to the second
    smaller[0] = image.sample(s, at, gradient2d(float2(1.0f, 0.0f), float2(0.0f, 1.0f))).x;
    smaller[1] = image.sample(s, at, gradient2d(float2(4.0f, 0.0f), float2(0.0f, 4.0f))).x;
    larger[0] = image.sample(s, at, gradient2d(float2(0.125f, 0.0f), float2(0.0f, 0.125f))).x;
    larger[1] = image.sample(s, at, gradient2d(float2(0.03125f, 0.0f), float2(0.0f, 0.03125f))).x;
}
