//! title:     A sampler made in source is constexpr
//! verifies:  sampler.constexpr.required
//! reject:    constexpr
//! grade:     rule stated
//! control:   replace `sampler smooth` with `constexpr sampler smooth`

#include <metal_stdlib>
using namespace metal;

kernel void first(texture2d<float> image [[texture(0)]], device float4 *result [[buffer(0)]])
{
    sampler smooth(filter::linear); // reject
    result[0] = image.sample(smooth, float2(0.5f));
}
