//! title:     A barrier in a conditional that all threads enter, or none
//! verifies:  barrier.conditional_uniform
//! subcases:  (FLAG, BY) in (0, 0) (1, 77)
//! dispatch:  groups 3, threadgroup 200
//! in:        data uint[600] = random
//! in:        flag uint = FLAG
//! out:       result uint[600]
//! in:        next uint[1] = zeros
//! expect:    result = group_rotated(data, BY)
//! alone:     a barrier in a branch
//! mutant:    barrier.conditional_uniform | replace `threadgroup_barrier(mem_flags::mem_threadgroup); value` with
//!            `value` | for FLAG=1

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

kernel void rotate_if(device const uint *data [[buffer(0)]], constant uint &flag [[buffer(1)]],
                      device uint *result [[buffer(2)]], device const uint *next [[buffer(3)]],
                      uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                      uint threads [[threads_per_threadgroup]])
{
    threadgroup uint slot[200];
    uint value = data[i];
    if (flag) {
        slot[local] = value + late(next, local);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[(local + 77) % threads];
    }
    result[i] = value;
}
