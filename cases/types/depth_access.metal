//! title:     A depth texture is sampled or read, never written
//! verifies:  texture.access.depth_limits
//! for:       ACCESS in write read_write
//! reject:    depth access static assertion
//! grade:     rule stated
//! control:   replace `access::ACCESS` with `access::read`

#include <metal_stdlib>
using namespace metal;

kernel void width(depth2d<float, access::ACCESS> shadow [[texture(0)]], device uint *result [[buffer(0)]]) // reject
{
    result[0] = shadow.get_width();
}
