//! title:     A texture with access::read_write is read and written by one kernel
//! verifies:  texture.access.read_write
//! requires:  msl 1.2, feature texture_read_write
//! dispatch:  threads 33 x 5, threadgroup 11 x 5
//! inout:     image texture2d<uint>(r32uint)[33, 5] = iota(7, 3)
//! out:       before uint[165]
//! expect:    before = counted(7, 3)
//! expect:    image = counted(8, 3)
//! mutant:    texture.access.read_write | replace `value + 1` with `value + 2`
//! mutant:    texture.access.read_write | replace `before[at.x + 33 * at.y] = value.x`
//!            with `before[at.x + 33 * at.y] = image.read(at).x`

#include <metal_stdlib>
using namespace metal;

kernel void next(texture2d<uint, access::read_write> image [[texture(0)]], device uint *before [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    const uint4 value = image.read(at);
    image.write(value + 1, at);
    image.fence();
    before[at.x + 33 * at.y] = value.x;
}
