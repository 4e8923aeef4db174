//! title:     threadgroup_barrier with mem_texture orders what a threadgroup writes and reads in a read_write texture
//! verifies:  barrier.flags.texture
//! requires:  feature texture_read_write
//! dispatch:  groups 4, threadgroup 200
//! in:        data uint[800] = random
//! inout:     stage texture2d<uint>(r32uint)[200, 4] = zeros
//! out:       result uint[800]
//! in:        next uint[1] = zeros
//! expect:    stage = unjudged
//! expect:    result = group_rotated(data, 63)
//! mutant:    barrier.flags.texture | replace `threadgroup_barrier(mem_flags::mem_texture); result` with `result`

#include <metal_stdlib>
using namespace metal;

/* Reads `next`, which leads nowhere, again and again: threads that come late show a barrier that does not wait. */
uint late(device const uint *next, uint local)
{
    uint at = 0;
    for (uint n = local / 32 % 2 ? 200 : 0; n > 0; n--)
        at = next[at];
    return at;
}

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         device const uint *next [[buffer(2)]],
                         texture2d<uint, access::read_write> stage [[texture(0)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint group [[threadgroup_position_in_grid]])
{
    stage.write(uint4(data[i] + late(next, local), 0, 0, 0), uint2(local, group));
    threadgroup_barrier(mem_flags::mem_texture);
    result[i] = stage.read(uint2((local + 63) % 200, group)).x;
}
