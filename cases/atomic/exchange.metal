//! title:     Atomic exchange hands each value on exactly once
//! verifies:  atomic.exchange.device atomic.exchange.threadgroup atomic.template.bool
//! requires:  msl 2.4
//! for:       (T, MOD) in (int, 4096) (uint, 4096) (bool, 2)
//! for:       (SPACE, CELL) in (device, cell) (threadgroup, &local_cell)
//! dispatch:  groups 1, threadgroup 500
//! inout:     cell T[4] = zeros
//! out:       seen uint[501]
//! expect:    cell = unjudged
//! expect:    seen = counted_modulo(MOD)
//! compare:   seen: permutation
//! mutant:    atomic.exchange.device | replace `= uint(old)` with `= uint(old) * uint(local != 7)` | for SPACE=device
//!            T=int T=uint
//! mutant:    atomic.exchange.threadgroup | replace `= uint(old)` with `= uint(old) * uint(local != 7)`
//!            | for SPACE=threadgroup T=int T=uint
//! mutant:    atomic.template.bool | replace `object, T((local` with `object, true | T((local` | for T=bool

#include <metal_stdlib>
using namespace metal;

kernel void pass_on(device atomic<T> *cell [[buffer(0)]], device uint *seen [[buffer(1)]],
                    uint local [[thread_position_in_threadgroup]])
{
    threadgroup atomic<T> local_cell;
    SPACE atomic<T> *object = CELL;
    if (local == 0)
        atomic_store_explicit(object, T(0), memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    const T old = atomic_exchange_explicit(object, T((local + 1) % MOD), memory_order_relaxed);
    seen[1 + local] = uint(old);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    if (local == 0)
        seen[0] = uint(atomic_load_explicit(object, memory_order_relaxed));
}
