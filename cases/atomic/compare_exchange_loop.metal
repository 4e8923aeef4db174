//! title:     A loop around a weak compare-exchange counts every thread once
//! verifies:  atomic.cas.device atomic.cas.threadgroup kb07
//! requires:  msl 2.4
//! for:       (T, MOD) in (int, 4096) (uint, 4096) (bool, 2)
//! for:       (SPACE, CELL) in (device, cell) (threadgroup, &local_cell)
//! dispatch:  groups 1, threadgroup 500
//! inout:     cell T[4] = zeros
//! out:       seen uint[501]
//! expect:    cell = unjudged
//! expect:    seen = counted_modulo(MOD)
//! compare:   seen: permutation
//! alone:     threads wait for each other in a loop
//! mutant:    atomic.cas.device | replace `T((uint(old) + 1) % MOD)` with `T(1)` | for SPACE=device
//! mutant:    atomic.cas.threadgroup | replace `T((uint(old) + 1) % MOD)` with `T(1)` | for SPACE=threadgroup
//! mutant:    kb07 | replace `tries < 100000; tries++` with `tries < 100; tries++, old = done ? old : T(0)` | for T=int T=uint
//! note:      The mutant of kb07 forgets what the failed compare-exchange found: nobody but the first gets through.

#include <metal_stdlib>
using namespace metal;

kernel void count_up(device atomic<T> *cell [[buffer(0)]], device uint *seen [[buffer(1)]],
                     uint local [[thread_position_in_threadgroup]])
{
    threadgroup atomic<T> local_cell;
    SPACE atomic<T> *object = CELL;
    if (local == 0)
        atomic_store_explicit(object, T(0), memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    T old = atomic_load_explicit(object, memory_order_relaxed);
    bool done = false;
    for (int tries = 0; !done && tries < 100000; tries++)
        done = atomic_compare_exchange_weak_explicit(object, &old, T((uint(old) + 1) % MOD), memory_order_relaxed,
                                                     memory_order_relaxed);
    seen[1 + local] = uint(old);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    if (local == 0)
        seen[0] = uint(atomic_load_explicit(object, memory_order_relaxed));
}
