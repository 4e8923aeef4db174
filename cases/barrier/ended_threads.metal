//! title:     Threads that have ended do not hold up a barrier of the others
//! verifies:  barrier.ended_threads kb29
//! requires:  family apple7
//! subcases:  (TG, STAY) in (25, 20) (32, 17) (64, 33) (256, 100) (1000, 1) (1024, 1000)
//! dispatch:  groups 3, threadgroup TG
//! in:        data uint[3 * TG] = random
//! in:        stay uint = STAY
//! inout:     result uint[3 * TG] = zeros
//! in:        next uint[1] = zeros
//! expect:    result = rotated_by_first(data, STAY, 7)
//! alone:     a barrier that some threads never come to
//! mutant:    barrier.ended_threads | replace `threadgroup_barrier(mem_flags::mem_threadgroup); value` with `value` |
//!            for STAY=100 STAY=1000 STAY=33
//! mutant:    kb29 | replace `threadgroup_barrier(mem_flags::mem_threadgroup); }` with `}` | for STAY=100 STAY=1000
//!            STAY=33
//! note:      Apple silicon alone promises this (MSL 6.10.1).

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

kernel void some_stay(device const uint *data [[buffer(0)]], constant uint &stay [[buffer(1)]],
                      device uint *result [[buffer(2)]], device const uint *next [[buffer(3)]],
                      uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[1024];
    if (local >= stay)
        return;
    uint value = data[i];
    for (uint round = 0; round < 7; round++) {
        slot[local] = value + late(next, local);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[(local + 1 + late(next, local)) % stay];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    result[i] = value;
}
