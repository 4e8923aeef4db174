//! title:     There are no atomics on textures of float, half, short or ushort
//! verifies:  tex.atomic.types_rejected
//! requires:  msl 3.1
//! for:       T in float half short ushort
//! reject:
//! grade:     inferred
//! control:   replace `texture2d<T` with `texture2d<int`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<T, access::read_write> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = float(image.atomic_load(uint2(0)).x); // reject
}
