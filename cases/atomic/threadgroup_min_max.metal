//! title:     Atomics in threadgroup memory: minimum and maximum over a threadgroup
//! verifies:  atomic.fetch_min.int.threadgroup atomic.fetch_max.int.threadgroup
//! subcases:  TG in 1 31 33 256 1024
//! dispatch:  groups 4, threadgroup TG
//! in:        data int[4 * TG] = integers(-100000, 100000)
//! out:       least int[4]
//! out:       most int[4]
//! expect:    least = group_minimum(data, TG)
//! expect:    most = group_maximum(data, TG)
//! mutant:    atomic.fetch_min.int.threadgroup | replace `atomic_fetch_min_explicit` with `atomic_exchange_explicit`
//!            | for TG=256
//! mutant:    atomic.fetch_max.int.threadgroup | replace `atomic_fetch_max_explicit` with `atomic_exchange_explicit`
//!            | for TG=256

#include <metal_stdlib>
using namespace metal;

kernel void extremes(device const int *data [[buffer(0)]], device int *least [[buffer(1)]],
                     device int *most [[buffer(2)]], uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                     uint group [[threadgroup_position_in_grid]])
{
    threadgroup atomic_int low;
    threadgroup atomic_int high;
    if (local == 0) {
        atomic_store_explicit(&low, INT_MAX, memory_order_relaxed);
        atomic_store_explicit(&high, INT_MIN, memory_order_relaxed);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_min_explicit(&low, data[i], memory_order_relaxed);
    atomic_fetch_max_explicit(&high, data[i], memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0) {
        least[group] = atomic_load_explicit(&low, memory_order_relaxed);
        most[group] = atomic_load_explicit(&high, memory_order_relaxed);
    }
}
