//! title:     Two SIMD-groups of a threadgroup that wait for each other's flag both get on
//! verifies:  kattr.forward_progress
//! requires:  msl 2.0, simd_width 32
//! dispatch:  groups 4, threadgroup 64
//! out:       met uint[4]
//! expect:    met = values 1 1 1 1
//! mutant:    kattr.forward_progress | replace `arrive(&flag[group]);` with `if (group == 0) arrive(&flag[group]);`
//! note:      Each waits for at most a million turns, so that a device without progress ends with a wrong result.

#include <metal_stdlib>
using namespace metal;

static void arrive(threadgroup atomic_uint *flag)
{
    atomic_store_explicit(flag, 1, memory_order_relaxed);
}

kernel void meet(device uint *met [[buffer(0)]], uint number [[threadgroup_position_in_grid]],
                 uint local [[thread_position_in_threadgroup]])
{
    threadgroup atomic_uint flag[2];
    threadgroup atomic_uint seen;
    if (local == 0) {
        atomic_store_explicit(&flag[0], 0, memory_order_relaxed);
        atomic_store_explicit(&flag[1], 0, memory_order_relaxed);
        atomic_store_explicit(&seen, 0, memory_order_relaxed);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const uint group = local / 32;
    if (local % 32 == 0) {
        arrive(&flag[group]);
        for (uint turn = 0; turn < 1000000; turn++)
            if (atomic_load_explicit(&flag[1 - group], memory_order_relaxed)) {
                atomic_fetch_add_explicit(&seen, 1, memory_order_relaxed);
                break;
            }
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0)
        met[number] = atomic_load_explicit(&seen, memory_order_relaxed) == 2;
}
