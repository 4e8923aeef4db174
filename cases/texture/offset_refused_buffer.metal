//! title:     A read with a sampler takes no offset on a texture_buffer
//! verifies:  tex.sampler_read.offset_types
//! requires:  msl 4.1
//! reject:
//! grade:     inferred
//! control:   replace `image.read(s, int(1), int2(1))` with `image.read(s, int(1))`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture_buffer<float, access::read> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.read(s, int(1), int2(1)).x; // reject
}
