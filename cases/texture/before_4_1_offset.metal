//! title:     An atomic function with an offset came with Metal 4.1
//! verifies:  tex.sampler_read.version_gate
//! requires:  msl 3.1
//! msl:       3.1 4.0
//! reject:
//! grade:     inferred
//! control:   replace `atomic_fetch_add(int2(0), int2(1), uint4(1))` with `atomic_fetch_add(uint2(0), uint4(1))`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<uint, access::read_write> image [[texture(0)]], device uint *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.atomic_fetch_add(int2(0), int2(1), uint4(1)).x; // reject
}
