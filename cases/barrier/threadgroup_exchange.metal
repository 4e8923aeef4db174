//! title:     threadgroup_barrier lets no thread read a slot of another before it is written, nor rewrite it before
//!            it is read
//! verifies:  barrier.threadgroup.execution err.b.k2.war err.b.k3.war c.barrier.missing
//! subcases:  (TG, ROUNDS) in (1, 1) (31, 3) (33, 5) (64, 2) (256, 7) (1000, 3) (1024, 2)
//! dispatch:  groups 3, threadgroup TG
//! threadgroup: 0 4 * TG
//! in:        data uint[3 * TG] = random
//! out:       result uint[3 * TG]
//! in:        rounds uint = ROUNDS
//! in:        next uint[1] = zeros
//! expect:    result = group_rotated(data, 37 * ROUNDS)
//! mutant:    barrier.threadgroup.execution | replace `threadgroup_barrier(mem_flags::mem_threadgroup); value` with
//!            `value` | for TG=256
//! mutant:    err.b.k2.war err.b.k3.war c.barrier.missing | replace `threadgroup_barrier(mem_flags::mem_threadgroup);
//!            }` with `}` | for TG=256

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
                         constant uint &rounds [[buffer(2)]], device const uint *next [[buffer(3)]],
                         threadgroup uint *slot [[threadgroup(0)]], uint i [[thread_position_in_grid]],
                         uint local [[thread_position_in_threadgroup]], uint threads [[threads_per_threadgroup]])
{
    uint value = data[i];
    for (uint round = 0; round < rounds; round++) {
        slot[local] = value + late(next, local);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[(local + 37 + late(next, local)) % threads];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    result[i] = value;
}
