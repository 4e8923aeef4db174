//! title:     threadgroup_barrier with mem_texture orders what a threadgroup writes and reads in a read_write texture
//! verifies:  barrier.flags.texture
//! requires:  feature texture_read_write
//! dispatch:  groups 4, threadgroup 200
//! in:        data uint[800] = random
//! inout:     stage texture2d<uint>(r32uint)[200, 4] = zeros
//! out:       result uint[800]
//! expect:    stage = unjudged
//! expect:    result = group_rotated(data, 63)
//! mutant:    barrier.flags.texture | replace `threadgroup_barrier(mem_flags::mem_texture); result` with `result`

#include <metal_stdlib>
using namespace metal;

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         texture2d<uint, access::read_write> stage [[texture(0)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint group [[threadgroup_position_in_grid]])
{
    stage.write(uint4(data[i], 0, 0, 0), uint2(local, group));
    threadgroup_barrier(mem_flags::mem_texture);
    result[i] = stage.read(uint2((local + 63) % 200, group)).x;
}
