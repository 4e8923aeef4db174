//! title:     Without a barrier a concurrent encoder leaves the order open: which one a device takes is recorded
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! subcases:  N in 40 1000 65536
//! options:   concurrent
//! dispatch:  store(cells): threads N, threadgroup 64
//! dispatch:  load(cells, found, order): threads N, threadgroup 64
//! inout:     cells uint[N] = zeros
//! out:       found uint[N]
//! out:       order uint[N]
//! expect:    cells = values 1 …
//! expect:    found = set {0, 1}
//! expect:    order = recorded values 1 …
//! mutant:    kb43 | replace `atomic_store_explicit(&cells[i], 1u,` with `atomic_store_explicit(&cells[i], 2u,`

#include <metal_stdlib>
using namespace metal;

kernel void store(device atomic_uint *cells [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    atomic_store_explicit(&cells[i], 1u, memory_order_relaxed);
}

kernel void load(device atomic_uint *cells [[buffer(0)]], device uint *found [[buffer(1)]],
                 device uint *order [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    found[i] = order[i] = atomic_load_explicit(&cells[i], memory_order_relaxed);
}
