//! title:     threadgroup_barrier with mem_device orders device memory between the threads of a threadgroup
//! verifies:  barrier.flags.device
//! subcases:  TG in 32 33 64 100 256 1024
//! dispatch:  groups 3, threadgroup TG
//! in:        data uint[3 * TG] = random
//! out:       stage uint[3 * TG]
//! out:       result uint[3 * TG]
//! expect:    stage = same data
//! expect:    result = group_rotated(data, 41)
//! mutant:    barrier.flags.device | replace `threadgroup_barrier(mem_flags::mem_device); result` with `result` | for
//!            TG=256

#include <metal_stdlib>
using namespace metal;

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                         device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                         uint local [[thread_position_in_threadgroup]],
                         uint threads [[threads_per_threadgroup]])
{
    stage[i] = data[i];
    threadgroup_barrier(mem_flags::mem_device);
    result[i] = stage[i - local + (local + 41) % threads];
}
