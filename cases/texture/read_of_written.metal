//! title:     A texture with access::write cannot be read
//! verifies:  tex.access.read_on_write_only
//! for:       T in float half
//! reject:
//! grade:     error stated
//! control:   replace `access::write>` with `access::read>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<T, access::write> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.read(uint2(0)).x; // reject
}
