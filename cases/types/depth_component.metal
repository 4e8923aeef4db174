//! title:     A depth texture has components of float
//! verifies:  texture.depth_component
//! for:       T in half int
//! reject:    depth float static assertion
//! grade:     rule stated
//! control:   replace `depth2d<T> shadow` with `depth2d<float> shadow`

#include <metal_stdlib>
using namespace metal;

kernel void read(depth2d<T> shadow [[texture(0)]], device float *result [[buffer(0)]]) // reject
{
    result[0] = float(shadow.read(uint2(0)));
}
