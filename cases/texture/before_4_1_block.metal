//! title:     A read of a block came with Metal 4.1
//! verifies:  tex.sampler_read.version_gate
//! requires:  msl 3.1
//! msl:       3.1 4.0
//! reject:
//! grade:     inferred
//! control:   replace `block_read<2, 1>(s, int2(0)).value<0, 0>()` with `read(uint2(0))`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<uint, access::read_write> image [[texture(0)]], device uint *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.block_read<2, 1>(s, int2(0)).value<0, 0>().x; // reject
}
