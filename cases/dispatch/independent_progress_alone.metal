//! title:     Two SIMD-groups that wait for each other's flag both get on where no barrier makes them take turns
//! verifies:  kattr.forward_progress
//! requires:  msl 2.0, simd_width 32
//! dispatch:  groups 4, threadgroup 64
//! inout:     flag uint[8] = zeros
//! out:       met uint[8]
//! expect:    flag = values 1 1 1 1 1 1 1 1
//! expect:    met = values 1 1 1 1 1 1 1 1
//! mutant:    kattr.forward_progress | replace `atomic_store_explicit(&flag[own], 1, memory_order_relaxed);` with
//!            `if (own % 2) atomic_store_explicit(&flag[own], 1, memory_order_relaxed);`
//! note:      Each waits for at most a million turns, so that a device without progress ends with a wrong result.

#include <metal_stdlib>
using namespace metal;

kernel void meet(device atomic_uint *flag [[buffer(0)]], device uint *met [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    const uint own = i / 32;
    if (i % 32)
        return;
    atomic_store_explicit(&flag[own], 1, memory_order_relaxed);
    met[own] = 0;
    for (uint turn = 0; turn < 1000000; turn++)
        if (atomic_load_explicit(&flag[own ^ 1], memory_order_relaxed)) {
            met[own] = 1;
            break;
        }
}
