//! title:     A texture of ulong cannot be sampled
//! verifies:  tex.sample.ulong
//! requires:  msl 3.1
//! for:       F in sample gather
//! reject:
//! grade:     rule stated
//! control:   replace `texture2d<ulong>` with `texture2d<uint>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<ulong> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = float(image.F(s, float2(0.5f)).x); // reject
}
