//! title:     Samplers of a program: address modes for coordinates outside the image, normalised or in pixels
//! verifies:  sampler.constexpr sampler.state.coord sampler.state.address sampler.clamp_to_zero texcoord.normalized
//!            sampler.max_anisotropy
//! requires:  msl 1.2
//! for:       (MODE, A, B, C, D) in (repeat, 4, 3, 1, 2) (mirrored_repeat, 1, 2, 4, 3) (clamp_to_edge, 1, 1, 4, 4)
//!            (clamp_to_zero, 0, 0, 0, 0)
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[4, 1] = values 1 2 3 4
//! out:       inside float[4]
//! out:       outside float[4]
//! out:       pixels float[4]
//! expect:    inside = values 1 2 3 4
//! expect:    outside = values A B C D
//! expect:    pixels = values 1 2 3 4
//! mutant:    sampler.state.address sampler.clamp_to_zero | replace `-0.125f` with `0.375f`
//! mutant:    sampler.constexpr | replace `k / 4.0f + 0.125f`
//!            with `k / 5.0f`
//! mutant:    sampler.state.coord | replace `coord::pixel` with `coord::normalized`
//! mutant:    texcoord.normalized | replace `k / 4.0f + 0.125f` with `(3 - k) / 4.0f + 0.125f`
//! mutant:    sampler.max_anisotropy | replace `max_anisotropy(1)` with `coord::pixel`

#include <metal_stdlib>
using namespace metal;

constexpr sampler outer(coord::normalized, filter::nearest, address::MODE, max_anisotropy(1));

kernel void pick(texture2d<float> image [[texture(0)]], device float *inside [[buffer(0)]],
                 device float *outside [[buffer(1)]], device float *pixels [[buffer(2)]])
{
    constexpr sampler by_pixel(coord::pixel, filter::nearest, address::clamp_to_edge);
    const float x[4] = {-0.125f, -0.375f, 1.125f, 1.375f};
    for (int k = 0; k < 4; k++) {
        inside[k] = image.sample(outer, float2(k / 4.0f + 0.125f, 0.5f)).x;
        outside[k] = image.sample(outer, float2(x[k], 0.5f)).x;
        pixels[k] = image.sample(by_pixel, float2(k + 0.5f, 0.5f)).x;
    }
}
