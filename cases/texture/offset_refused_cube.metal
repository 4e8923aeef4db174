//! title:     A read with a sampler takes no offset on a texturecube
//! verifies:  tex.sampler_read.offset_types
//! requires:  msl 4.1
//! reject:
//! grade:     inferred
//! control:   replace `image.read(s, int2(1), 0u, int2(1))` with `image.read(s, int2(1), 0u)`

#include <metal_stdlib>
using namespace metal;

kernel void use(texturecube<float, access::read> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.read(s, int2(1), 0u, int2(1)).x; // reject
}
