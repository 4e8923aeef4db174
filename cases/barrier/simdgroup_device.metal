//! title:     simdgroup_barrier with mem_device orders device memory between the lanes of a SIMD-group
//! verifies:  barrier.flags.device barrier.flags.threadgroup
//! requires:  feature simd_permute
//! dispatch:  groups 3, threadgroup 256
//! in:        data uint[768] = random
//! inout:     stage uint[768] = zeros
//! out:       result uint[768]
//! expect:    stage = same data
//! expect:    result = simd_shuffle_rotate_down(data, 9)
//! mutant:    barrier.flags.device barrier.flags.threadgroup | replace
//!            `simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup); const` with `const`

#include <metal_stdlib>
using namespace metal;

kernel void rotate_lanes(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                         device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                         uint local [[thread_position_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                         uint width [[threads_per_simdgroup]])
{
    threadgroup ushort halves[256];
    stage[i] = data[i];
    halves[local] = ushort(data[i]);
    simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    const uint other = (lane + 9) % width;
    result[i] = (stage[i - lane + other] & 0xffff0000) | halves[local - lane + other];
}
