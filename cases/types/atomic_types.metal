//! title:     Atomic types under their names are the instances of atomic, and count in device and threadgroup memory
//! verifies:  atomic.template.int atomic.alias
//! requires:  msl 2.4
//! for:       (T, NAME) in (int, atomic_int) (uint, atomic_uint) (int32_t, atomic_int) (uint32_t, atomic_uint)
//! dispatch:  threads 256, threadgroup 64
//! inout:     total uint[1] = zeros
//! inout:     in_groups uint[1] = zeros
//! out:       same_type int[1]
//! expect:    total = values 256
//! expect:    in_groups = values 256
//! expect:    same_type = values 1
//! mutant:    atomic.template.int | replace `total, T(1)` with `total, T(2)`
//! mutant:    atomic.template.int | replace `&shared_count, T(1)` with `&shared_count, T(local & 1)`
//! mutant:    atomic.alias | replace `is_same<NAME, atomic<T>>` with `is_same<NAME, T>`

#include <metal_stdlib>
using namespace metal;

kernel void count(device NAME *total [[buffer(0)]], device NAME *in_groups [[buffer(1)]],
                  device int *same_type [[buffer(2)]], uint local [[thread_position_in_threadgroup]],
                  uint i [[thread_position_in_grid]])
{
    threadgroup atomic<T> shared_count;
    if (local == 0)
        atomic_store_explicit(&shared_count, T(0), memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(total, T(1), memory_order_relaxed);
    atomic_fetch_add_explicit(&shared_count, T(1), memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0)
        atomic_fetch_add_explicit(in_groups, atomic_load_explicit(&shared_count, memory_order_relaxed),
                                  memory_order_relaxed);
    if (i == 0)
        same_type[0] = is_same<NAME, atomic<T>>::value;
}
