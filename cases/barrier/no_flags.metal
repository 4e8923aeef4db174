//! title:     A barrier with mem_none still waits: afterwards every thread has been counted
//! verifies:  barrier.flags.none barrier.header
//! dispatch:  groups 4, threadgroup 300
//! inout:     arrived uint[4] = zeros
//! out:       seen uint[1200]
//! expect:    arrived = values 300 …
//! expect:    seen = values 300 …
//! mutant:    barrier.flags.none barrier.header | replace `threadgroup_barrier(mem_flags::mem_none); seen` with `seen`
//! note:      A read-modify-write reads the latest value, so it needs no fence.

#include <metal_atomic>
#include <metal_compute>
using namespace metal;

kernel void arrive(device atomic_uint *arrived [[buffer(0)]], device uint *seen [[buffer(1)]],
                   uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    atomic_fetch_add_explicit(&arrived[group], 1, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_none);
    seen[i] = atomic_fetch_or_explicit(&arrived[group], 0, memory_order_relaxed);
}
