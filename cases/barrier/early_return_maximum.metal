//! title:     Some threads return before a barrier, in a pipeline for few more threads than there are
//! verifies:  kb02
//! requires:  family apple7
//! for:       MOST in 25 31 32 33 48 64
//! dispatch:  groups 5, threadgroup 25
//! in:        data uint[125] = random
//! in:        stay uint = 20
//! inout:     result uint[125] = zeros
//! expect:    result = rotated_by_first(data, 20, 7)
//! alone:     a barrier that some threads never come to
//! mutant:    kb02 | replace `local >= stay` with `local > stay`

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(MOST)]]
kernel void some_stay(device const uint *data [[buffer(0)]], constant uint &stay [[buffer(1)]],
                      device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                      uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[25];
    if (local >= stay)
        return;
    uint value = data[i];
    for (uint round = 0; round < 7; round++) {
        slot[local] = value;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[(local + 1) % stay];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    result[i] = value;
}
