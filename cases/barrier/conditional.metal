//! title:     A barrier in a conditional that all threads enter, or none
//! verifies:  barrier.conditional_uniform
//! subcases:  (FLAG, BY) in (0, 0) (1, 77)
//! dispatch:  groups 3, threadgroup 200
//! in:        data uint[600] = random
//! in:        flag uint = FLAG
//! out:       result uint[600]
//! expect:    result = group_rotated(data, BY)
//! alone:     a barrier in a branch
//! mutant:    barrier.conditional_uniform | replace `threadgroup_barrier(mem_flags::mem_threadgroup); value` with
//!            `value` | for FLAG=1

#include <metal_stdlib>
using namespace metal;

kernel void rotate_if(device const uint *data [[buffer(0)]], constant uint &flag [[buffer(1)]],
                      device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                      uint local [[thread_position_in_threadgroup]], uint threads [[threads_per_threadgroup]])
{
    threadgroup uint slot[200];
    uint value = data[i];
    if (flag) {
        slot[local] = value;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[(local + 77) % threads];
    }
    result[i] = value;
}
