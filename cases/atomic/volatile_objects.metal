//! title:     Every atomic function takes pointers to volatile objects, in every version
//! verifies:  atomic.store.volatile atomic.load.volatile atomic.exchange.volatile atomic.cas.volatile
//!            atomic.fetch.volatile atomic.names.explicit kb39 kb45
//! msl:       2.0 3.0 4.1
//! for:       A in atomic_int atomic_uint; (SPACE, CELL) in (device, &cells[i]) (threadgroup, &own[i])
//! dispatch:  threads 64, threadgroup 64
//! inout:     cells uint[64] = iota
//! out:       result uint4[64]
//! expect:    cells = unjudged
//! expect:    result = five_steps()
//! mutant:    atomic.store.volatile | replace `cell, i,` with `cell, i + 1,`
//! mutant:    atomic.exchange.volatile | replace `cell, 2 * i,` with `cell, 2 * i + 1,`
//! mutant:    atomic.cas.volatile | replace `3 * i,` with `4 * i,`
//! mutant:    atomic.fetch.volatile | replace `cell, 7,` with `cell, 8,`
//! mutant:    atomic.names.explicit | replace `atomic_fetch_add_explicit` with `atomic_fetch_sub_explicit`
//! mutant:    atomic.load.volatile | replace `atomic_load_explicit(cell, memory_order_relaxed), found` with `first,
//!            found`
//! mutant:    kb39 | replace `atomic_load_explicit(plain, memory_order_relaxed) - 2 * i` with `i - 2 * i`
//! mutant:    kb45 | replace `auto found = atomic_fetch_add_explicit(cell, 7, memory_order_relaxed);` with `auto found
//!            = decltype(atomic_fetch_add_explicit(cell, 7, memory_order_relaxed))(2 * i);` | for SPACE=threadgroup

#include <metal_stdlib>
using namespace metal;

kernel void five_steps(device A *cells [[buffer(0)]], device uint4 *result [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    threadgroup A own[64];
    SPACE A *plain = CELL;
    volatile SPACE A *cell = plain;
    atomic_store_explicit(cell, i, memory_order_relaxed);
    const uint first = atomic_exchange_explicit(cell, 2 * i, memory_order_relaxed);
    auto found = atomic_fetch_add_explicit(cell, 7, memory_order_relaxed);
    for (int tries = 0; tries < 100; tries++) {
        found = 2 * i + 7;
        if (atomic_compare_exchange_weak_explicit(cell, &found, 3 * i, memory_order_relaxed, memory_order_relaxed))
            break;
    }
    const uint last = atomic_load_explicit(plain, memory_order_relaxed) - 2 * i;
    result[i] = uint4(first, atomic_load_explicit(cell, memory_order_relaxed), found, last);
}
