//! title:     A texture with access::write is neither read nor sampled
//! verifies:  texture.access.write
//! reject:
//! grade:     inferred
//! control:   replace `image.read(uint2(0))` with `float4(image.get_width())`

#include <metal_stdlib>
using namespace metal;

kernel void first(texture2d<float, access::write> image [[texture(0)]], device float4 *result [[buffer(0)]])
{
    result[0] = image.read(uint2(0)); // reject
}
