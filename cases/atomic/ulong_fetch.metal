//! title:     atomic_ulong has no fetch operation that the specification lists
//! verifies:  atomic.fetch.ulong
//! requires:  msl 2.4, feature atomic_ulong_min_max
//! for:       FUNCTION in atomic_fetch_and_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `FUNCTION` with `atomic_max_explicit`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_ulong *cell [[buffer(0)]])
{
    FUNCTION(cell, 1ul, memory_order_relaxed); // reject
}
