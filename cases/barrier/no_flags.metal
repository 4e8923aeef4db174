//! title:     A barrier with mem_none still waits: afterwards every thread has been counted
//! verifies:  barrier.flags.none barrier.header
//! requires:  msl 3.2, family apple7
//! dispatch:  groups 4, threadgroup 300
//! inout:     arrived uint[4] = zeros
//! out:       seen uint[1200]
//! in:        next uint[1] = zeros
//! expect:    arrived = values 300 …
//! expect:    seen = values 300 …
//! mutant:    barrier.flags.none | replace `threadgroup_barrier(mem_flags::mem_none);` with ``
//! mutant:    barrier.header | replace `threadgroup_barrier(mem_flags::mem_none);` with
//!            `simdgroup_barrier(mem_flags::mem_none);`
//! note:      The barrier orders no memory, so an addition may still be under way when its thread goes on: the fences on both
//!            sides see to the order, the barrier to the waiting alone.

#include <metal_atomic>
#include <metal_compute>
using namespace metal;

/* Reads `next`, which leads nowhere, again and again: threads that come late show a barrier that does not wait. */
uint late(device const uint *next, uint local)
{
    uint at = 0;
    for (uint n = local / 32 % 2 ? 200 : 0; n > 0; n--)
        at = next[at];
    return at;
}

kernel void arrive(device atomic_uint *arrived [[buffer(0)]], device uint *seen [[buffer(1)]],
                   device const uint *next [[buffer(2)]], uint i [[thread_position_in_grid]],
                   uint group [[threadgroup_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    atomic_fetch_add_explicit(&arrived[group], 1 + late(next, local), memory_order_relaxed);
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_threadgroup);
    threadgroup_barrier(mem_flags::mem_none);
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_threadgroup);
    seen[i] = atomic_fetch_or_explicit(&arrived[group], 0, memory_order_relaxed);
}
