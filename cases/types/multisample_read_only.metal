//! title:     Multisampled textures are for reading only
//! verifies:  texture.access.ms_read_only
//! for:       MODE in sample write read_write
//! reject:
//! grade:     rule stated
//! control:   replace `access::MODE` with `access::read`

#include <metal_stdlib>
using namespace metal;

kernel void measure(texture2d_ms<float, access::MODE> image [[texture(0)]], device uint *result [[buffer(0)]]) // reject
{
    result[0] = image.get_width();
}
