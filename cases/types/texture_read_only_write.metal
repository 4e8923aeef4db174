//! title:     A texture with access::read cannot be written
//! verifies:  texture.access.read
//! reject:    write
//! grade:     rule stated
//! control:   replace `access::read>` with `access::write>`

#include <metal_stdlib>
using namespace metal;

kernel void clear(texture2d<float, access::read> image [[texture(0)]], uint2 at [[thread_position_in_grid]])
{
    image.write(float4(0.0f), at); // reject
}
