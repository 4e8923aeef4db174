//! title:     Only depth textures compare
//! verifies:  tex.compare_depth_only
//! for:       F in sample_compare gather_compare
//! reject:
//! grade:     rule stated
//! control:   replace `texture2d<float>` with `depth2d<float>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = float4(image.F(s, float2(0.5f), 0.5f)).x; // reject
}
