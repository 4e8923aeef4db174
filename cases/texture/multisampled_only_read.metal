//! title:     A multisampled texture has no members but read and queries
//! verifies:  tex.t2d_ms.read_only
//! for:       F in sample gather
//! reject:
//! grade:     inferred
//! control:   replace `image.F(s, float2(0.5f)).x` with `image.read(uint2(0), 0u).x`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d_ms<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.F(s, float2(0.5f)).x; // reject
}
