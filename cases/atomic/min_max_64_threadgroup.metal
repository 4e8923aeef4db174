//! title:     64-bit minimum and maximum are for device memory alone
//! verifies:  atomic.minmax64.threadgroup
//! requires:  msl 2.4, feature atomic_ulong_min_max
//! for:       FUNCTION in atomic_min_explicit atomic_max_explicit
//! reject:    matching function
//! grade:     inferred
//! control:   replace `threadgroup atomic_ulong own; threadgroup atomic_ulong *cell = &own;` with `device atomic_ulong *cell = cells;`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_ulong *cells [[buffer(0)]])
{
    threadgroup atomic_ulong own;
    threadgroup atomic_ulong *cell = &own;
    FUNCTION(cell, 1ul, memory_order_relaxed); // reject
}
