//! title:     atomic_fetch_add_explicit counts every thread of the grid once and returns each old value once
//! verifies:  atomic.fetch_add.uint.device c.dispatchthreads.exact c.crossgroup.none
//! requires:  feature nonuniform_threadgroups
//! subcases:  COUNT in 1 31 64 65 1000 65536
//! dispatch:  threads COUNT, threadgroup 64
//! inout:     counter uint[1024] = zeros
//! inout:     taken uint[COUNT] = zeros
//! expect:    counter = values COUNT 0 …
//! expect:    taken = values 1 …
//! mutant:    atomic.fetch_add.uint.device | replace `atomic_fetch_add_explicit(counter, 1, memory_order_relaxed)`
//!            with `(atomic_fetch_add_explicit(counter, 1, memory_order_relaxed) & ~1u)` | for COUNT=1000
//! mutant:    c.crossgroup.none | replace `(counter, 1,` with `(counter + i / 64, 1,` | for COUNT=1000
//! mutant:    c.dispatchthreads.exact | replace `(counter, 1,` with `(counter, i + 1 == n ? 64 - i % 64 : 1,` and
//!            replace `uint i [[thread_position_in_grid]])` with `uint i [[thread_position_in_grid]], uint n
//!            [[threads_per_grid]])` | for COUNT=1000

#include <metal_stdlib>
using namespace metal;

kernel void count_threads(device atomic_uint *counter [[buffer(0)]], device uint *taken [[buffer(1)]],
                          uint i [[thread_position_in_grid]])
{
    const uint ticket = atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
    taken[ticket] = 1;
}
