//! title:     Only a texture that is read and written has a fence
//! verifies:  tex.fence.not_read_write
//! requires:  msl 1.2
//! for:       A in sample read write
//! reject:
//! grade:     inferred
//! control:   replace `access::A` with `access::read_write`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<float, access::A> image [[texture(0)]], device float *result [[buffer(0)]])
{
    image.fence(); // reject
    result[0] = image.get_width();
}
