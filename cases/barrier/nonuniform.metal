//! title:     In a partial threadgroup at the end of the grid a barrier waits for the threads that exist
//! verifies:  barrier.threadgroup.execution
//! requires:  feature nonuniform_threadgroups
//! subcases:  THREADS in 1 255 257 300 511 1000
//! dispatch:  threads THREADS, threadgroup 256
//! in:        data uint[THREADS] = random
//! out:       result uint[THREADS]
//! expect:    result = group_rotated(data, 99)
//! mutant:    barrier.threadgroup.execution | replace `threadgroup_barrier(mem_flags::mem_threadgroup); result` with
//!            `result` | for THREADS=300 THREADS=511 THREADS=1000

#include <metal_stdlib>
using namespace metal;

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint threads [[threads_per_threadgroup]])
{
    threadgroup uint slot[256];
    slot[local] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = slot[(local + 99) % threads];
}
