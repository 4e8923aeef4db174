//! title:     From 4.1 on atomic functions take mem_flags after the order
//! verifies:  atomic.store.mem_flags atomic.load.mem_flags atomic.exchange.mem_flags atomic.cas.mem_flags
//!            atomic.fetch.mem_flags
//! requires:  msl 4.1
//! for:       A in atomic_int atomic_uint; (SPACE, CELL) in (device, &cells[i]) (threadgroup, &own[i])
//! for:       QUALIFIER in unqualified volatile
//! for:       FLAGS in mem_none mem_device mem_threadgroup mem_texture
//! dispatch:  threads 64, threadgroup 64
//! inout:     cells uint[64] = iota
//! out:       result uint4[64]
//! expect:    cells = unjudged
//! expect:    result = five_steps()
//! mutant:    atomic.store.mem_flags | replace `cell, i,` with `cell, i + 1,`
//! mutant:    atomic.load.mem_flags | replace `atomic_load_explicit(cell, memory_order_relaxed, mem_flags::FLAGS), found`
//!            with `i, found`
//! mutant:    atomic.exchange.mem_flags | replace `cell, 2 * i,` with `cell, 2 * i + 1,`
//! mutant:    atomic.cas.mem_flags | replace `3 * i,` with `4 * i,`
//! mutant:    atomic.fetch.mem_flags | replace `cell, 7,` with `cell, 8,`

#include <metal_stdlib>
using namespace metal;

#define unqualified

kernel void five_steps(device A *cells [[buffer(0)]], device uint4 *result [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    threadgroup A own[64];
    QUALIFIER SPACE A *cell = CELL;
    atomic_store_explicit(cell, i, memory_order_release, mem_flags::FLAGS);
    const uint first = atomic_exchange_explicit(cell, 2 * i, memory_order_acq_rel, mem_flags::FLAGS);
    auto found = atomic_fetch_add_explicit(cell, 7, memory_order_relaxed, mem_flags::FLAGS);
    for (int tries = 0; tries < 100; tries++) {
        found = 2 * i + 7;
        if (atomic_compare_exchange_weak_explicit(cell, &found, 3 * i, memory_order_seq_cst, memory_order_acquire,
                                                  mem_flags::FLAGS))
            break;
    }
    result[i] = uint4(first, atomic_load_explicit(cell, memory_order_relaxed, mem_flags::FLAGS), found, i);
}
