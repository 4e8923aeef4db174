//! title:     Atomics on cube textures and arrays of them came with Metal 4.0
//! verifies:  hist.40.texatomics.cube
//! requires:  msl 3.2
//! msl:       3.2
//! for:       CUBES in 1 5
//! reject:    atomic_fetch_add member
//! grade:     rule stated
//! control:   replace `atomic_fetch_add(PLACE, uint4(1))` with `read(PLACE)`

#include <metal_stdlib>
using namespace metal;

#if CUBES == 1
using cube = texturecube<uint, access::read_write>;
#define PLACE uint2(0), 0u
#else
using cube = texturecube_array<uint, access::read_write>;
#define PLACE uint2(0), 0u, CUBES - 1u
#endif

kernel void use(cube image [[texture(0)]], device uint *result [[buffer(0)]])
{
    result[0] = image.atomic_fetch_add(PLACE, uint4(1)).x; // reject
}
