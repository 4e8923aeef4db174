//! title:     The components of a depth texture are float
//! verifies:  tex.depth2d.t_float
//! for:       T in half int
//! reject:
//! grade:     rule stated
//! control:   replace `depth2d<T>` with `depth2d<float>`

#include <metal_stdlib>
using namespace metal;

kernel void use(depth2d<T> image [[texture(0)]], device float *result [[buffer(0)]]) // reject
{
    result[0] = image.read(uint2(0));
}
