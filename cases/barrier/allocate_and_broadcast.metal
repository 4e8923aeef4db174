//! title:     The last thread allocates, a barrier hands the place to all, in static as in dynamic threadgroup memory
//! verifies:  kb03
//! for:       KERNEL in in_static_memory in_dynamic_memory
//! subcases:  TG in 2 33 64 100 256 1024
//! dispatch:  KERNEL: groups 4, threadgroup TG
//! threadgroup: 0 16
//! in:        data uint[8 * threads] = random
//! inout:     cursors uint[4] = zeros
//! out:       result uint[8 * threads]
//! expect:    cursors = values 8*TG …
//! expect:    result = same data
//! alone:     the place to which all threads write comes through a barrier
//! mutant:    kb03 | replace `} threadgroup_barrier(mem_flags::mem_threadgroup); const uint at` with `} const uint at`
//!            | for TG=256 TG=1024

#include <metal_stdlib>
using namespace metal;

/* Each of eight rounds copies as many elements as there are threads, to where the last thread says. */
void copy(device const uint *data, device atomic_uint &cursor, device uint *result, threadgroup uint *slot, uint local,
          uint threads)
{
    for (uint round = 0; round < 8; round++) {
        if (local == threads - 1) {
            const uint place = atomic_fetch_add_explicit(&cursor, threads, memory_order_relaxed);
            *slot = place;
        }
        threadgroup_barrier(mem_flags::mem_threadgroup);
        const uint at = (*slot + local) % (8 * threads);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        result[at] = data[at];
    }
}

kernel void in_static_memory(device const uint *data [[buffer(0)]], device atomic_uint *cursors [[buffer(1)]],
                             device uint *result [[buffer(2)]], uint local [[thread_position_in_threadgroup]],
                             uint threads [[threads_per_threadgroup]], uint group [[threadgroup_position_in_grid]])
{
    threadgroup uint slot;
    const uint first = 8 * threads * group;
    copy(data + first, cursors[group], result + first, &slot, local, threads);
}

kernel void in_dynamic_memory(device const uint *data [[buffer(0)]], device atomic_uint *cursors [[buffer(1)]],
                              device uint *result [[buffer(2)]], threadgroup uint *slot [[threadgroup(0)]],
                              uint local [[thread_position_in_threadgroup]], uint threads [[threads_per_threadgroup]],
                              uint group [[threadgroup_position_in_grid]])
{
    const uint first = 8 * threads * group;
    copy(data + first, cursors[group], result + first, slot, local, threads);
}
