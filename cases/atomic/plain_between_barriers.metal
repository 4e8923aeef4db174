//! title:     What is written plainly, counted atomically and read plainly agrees where a barrier lies between
//! verifies:  kb21
//! subcases:  TG in 64 256 1000
//! dispatch:  groups 4, threadgroup TG
//! inout:     counts uint[4] = constant(77)
//! out:       result uint[4 * TG]
//! out:       local_result uint[4 * TG]
//! expect:    counts = values TG …
//! expect:    result = values TG …
//! expect:    local_result = values 3*TG …
//! mutant:    kb21 | replace `local_count = 0; } threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);`
//!            with `local_count = 0; }`
//! note:      Mixed without a barrier, the two kinds of access race, which checked mode reports.

#include <metal_stdlib>
using namespace metal;

kernel void count(device atomic_uint *counts [[buffer(0)]], device uint *result [[buffer(1)]],
                  device uint *local_result [[buffer(2)]], uint i [[thread_position_in_grid]],
                  uint local [[thread_position_in_threadgroup]], uint threads [[threads_per_threadgroup]],
                  uint group [[threadgroup_position_in_grid]])
{
    threadgroup uint local_count;
    device uint *plain = (device uint *)counts;
    if (local == threads - 1) {
        plain[group] = 0;
        local_count = 0;
    }
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(&counts[group], 1, memory_order_relaxed);
    atomic_fetch_add_explicit((threadgroup atomic_uint *)&local_count, 3, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    result[i] = plain[group];
    local_result[i] = local_count;
}
