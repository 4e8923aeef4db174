//! title:     sRGB texels are decoded before a filter blends them
//! verifies:  tex.srgb.sample.order
//! requires:  msl 1.2
//! for:       FORMAT in rgba8unorm_srgb bgra8unorm_srgb
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(FORMAT)[2, 1] = values 0 0 0 0 255 255 255 255
//! out:       between int4[1]
//! expect:    between = values 1 1 1 1
//! mutant:    tex.srgb.sample.order | replace `between[0] = int4(fabs(image.sample(linear, float2(0.5f)) - 0.5f) < 0.01f)`
//!            with `between[0] = int4(fabs(pow(image.sample(linear, float2(0.5f)), 2.2f) - 0.5f) < 0.01f)`
//! note:      Black and white blend to a half; their codes would blend to 127.5, which decodes to 0.21.

#include <metal_stdlib>
using namespace metal;

kernel void blend(texture2d<float> image [[texture(0)]], device int4 *between [[buffer(0)]])
{
    constexpr sampler linear(filter::linear);
    between[0] = int4(fabs(image.sample(linear, float2(0.5f)) - 0.5f) < 0.01f);
}
