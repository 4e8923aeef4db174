//! title:     A local variable of a texture type has access read or sample
//! verifies:  texture.local_variable.reject
//! for:       ACCESS in write read_write
//! reject:    access local
//! grade:     error stated
//! control:   replace `access::ACCESS> copy;` with `access::read> copy;`

#include <metal_stdlib>
using namespace metal;

kernel void clear(texture2d<float, access::ACCESS> image [[texture(0)]], uint2 at [[thread_position_in_grid]])
{
    texture2d<float, access::ACCESS> copy; // reject
    image.write(float4(0.0f), at);
}
