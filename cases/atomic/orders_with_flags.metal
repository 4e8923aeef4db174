//! title:     From 4.1 on each atomic function with mem_flags takes the orders that make sense for it
//! verifies:  atomic.order.store.allowed atomic.order.load.allowed atomic.order.exchange.allowed
//!            atomic.order.cas.allowed
//! requires:  msl 4.1
//! for:       (STORE, LOAD, ANY) in (memory_order_relaxed, memory_order_relaxed, memory_order_relaxed)
//!            (memory_order_release, memory_order_acquire, memory_order_acquire)
//!            (memory_order_seq_cst, memory_order_seq_cst, memory_order_release)
//!            (memory_order_relaxed, memory_order_acquire, memory_order_acq_rel)
//!            (memory_order_release, memory_order_relaxed, memory_order_seq_cst)
//! for:       A in atomic_int atomic_uint; (SPACE, CELL, FLAGS) in (device, &cells[i], mem_device)
//!            (threadgroup, &own[i], mem_threadgroup)
//! dispatch:  threads 64, threadgroup 64
//! inout:     cells uint[64] = iota
//! out:       result uint4[64]
//! expect:    cells = unjudged
//! expect:    result = five_steps()
//! mutant:    atomic.order.store.allowed | replace `cell, i,` with `cell, i + 1,`
//! mutant:    atomic.order.load.allowed | replace `atomic_load_explicit(cell, LOAD, mem_flags::FLAGS), found` with `i, found`
//! mutant:    atomic.order.exchange.allowed | replace `cell, 2 * i,` with `cell, 2 * i + 1,`
//! mutant:    atomic.order.cas.allowed | replace `3 * i,` with `4 * i,`

#include <metal_stdlib>
using namespace metal;

kernel void five_steps(device A *cells [[buffer(0)]], device uint4 *result [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    threadgroup A own[64];
    SPACE A *cell = CELL;
    atomic_store_explicit(cell, i, STORE, mem_flags::FLAGS);
    const uint first = atomic_exchange_explicit(cell, 2 * i, ANY, mem_flags::FLAGS);
    auto found = atomic_fetch_add_explicit(cell, 7, memory_order_relaxed);
    for (int tries = 0; tries < 100; tries++) {
        found = 2 * i + 7;
        if (atomic_compare_exchange_weak_explicit(cell, &found, 3 * i, ANY, LOAD, mem_flags::FLAGS))
            break;
    }
    result[i] = uint4(first, atomic_load_explicit(cell, LOAD, mem_flags::FLAGS), found, i);
}
