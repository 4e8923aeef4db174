//! title:     atomic_fetch_add_explicit counts every thread of the grid once and returns each old value once
//! verifies:  atomic.fetch_add.uint.device c.dispatchthreadgroups.total c.dispatchthreads.exact
//!            err.a.dispatchthreads.contradiction err.d.crossgroup c.crossgroup.none
//! requires:  feature nonuniform_threadgroups
//! subcases:  COUNT in 1 31 64 65 1000 65536
//! dispatch:  threads COUNT, threadgroup 64
//! inout:     counter uint[1] = zeros
//! inout:     taken uint[COUNT] = zeros
//! expect:    counter = values COUNT
//! expect:    taken = values 1 …
//! mutant:    atomic.fetch_add.uint.device err.d.crossgroup c.crossgroup.none |
//!            replace `atomic_fetch_add_explicit(counter, 1, memory_order_relaxed)`
//!            with `(atomic_fetch_add_explicit(counter, 1, memory_order_relaxed) & ~1u)` | for COUNT=1000
//! mutant:    c.dispatchthreadgroups.total c.dispatchthreads.exact err.a.dispatchthreads.contradiction |
//!            replace `atomic_fetch_add_explicit(counter, 1,` with `atomic_fetch_add_explicit(counter, 1 + i / 999,`
//!            | for COUNT=1000

#include <metal_stdlib>
using namespace metal;

kernel void count_threads(device atomic_uint *counter [[buffer(0)]], device uint *taken [[buffer(1)]],
                          uint i [[thread_position_in_grid]])
{
    const uint ticket = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
    taken[ticket] = 1;
}
