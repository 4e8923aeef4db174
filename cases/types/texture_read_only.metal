//! title:     A texture with access::read has neither samples nor writes
//! verifies:  texture.access.read
//! reject:    sample
//! grade:     rule stated
//! control:   replace `image.sample(s, float2(0.5f))` with `image.read(uint2(0))`

#include <metal_stdlib>
using namespace metal;

kernel void first(texture2d<float, access::read> image [[texture(0)]], sampler s [[sampler(0)]],
                  device float4 *result [[buffer(0)]])
{
    result[0] = image.sample(s, float2(0.5f)); // reject
}
