//! title:     texture_buffer has neither sample nor gather
//! verifies:  tex.buffer.no_sample
//! requires:  msl 2.1
//! for:       F in sample gather
//! reject:
//! grade:     inferred
//! control:   replace `image.F(s, 0.5f).x` with `image.read(0u).x`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture_buffer<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.F(s, 0.5f).x; // reject
}
