//! title:     Textures of ulong have atomic_min and atomic_max only
//! verifies:  tex.atomic.ulong_other_ops
//! requires:  msl 3.1
//! for:       F in atomic_fetch_add atomic_exchange
//! reject:
//! grade:     inferred
//! control:   replace `image.F(` with `image.atomic_max(`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<ulong, access::read_write> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    image.F(uint2(0), ulong4(1)); // reject
}
