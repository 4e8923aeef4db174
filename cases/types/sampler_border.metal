//! title:     Outside the image clamp_to_border gives the border colour alone, clamp_to_zero zero with the format's
//!            alpha
//! verifies:  sampler.state.border_color sampler.clamp_to_border.no_edge_blend sampler.clamp_to_zero
//! requires:  msl 2.3, feature border_color
//! for:       (BORDER, RGB, ALPHA) in (transparent_black, 0, 0) (opaque_black, 0, 1) (opaque_white, 1, 1)
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(rgba8unorm)[2, 2] = constant(128)
//! out:       result float4[4]
//! out:       zero float4[1]
//! expect:    result = values RGB RGB RGB ALPHA RGB RGB RGB ALPHA RGB RGB RGB ALPHA RGB RGB RGB ALPHA
//! expect:    zero = values 0 0 0 0
//! mutant:    sampler.state.border_color sampler.clamp_to_border.no_edge_blend | replace `2.25f` with `1.25f`
//! mutant:    sampler.clamp_to_zero | replace `float2(-1, 1)` with `float2(1, 1)`
//! mutant:    sampler.state.border_color | replace `border_color::BORDER` with
//!            `border_color::transparent_black` | for BORDER=opaque_black BORDER=opaque_white
//! mutant:    sampler.clamp_to_border.no_edge_blend | replace `address::clamp_to_border` with `address::clamp_to_edge`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                 device float4 *zero [[buffer(1)]])
{
    constexpr sampler border(coord::pixel, filter::nearest, address::clamp_to_border, border_color::BORDER);
    constexpr sampler to_zero(coord::pixel, filter::nearest, address::clamp_to_zero);
    result[0] = image.sample(border, float2(-0.25f, 1.0f));
    result[1] = image.sample(border, float2(2.25f, 1.0f));
    result[2] = image.sample(border, float2(1.0f, -0.25f));
    result[3] = image.sample(border, float2(1.0f, 3.5f));
    zero[0] = image.sample(to_zero, float2(-1, 1));
}
