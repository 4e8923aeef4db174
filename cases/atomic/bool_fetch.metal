//! title:     atomic_bool has no fetch operation
//! verifies:  atomic.fetch.bool
//! requires:  msl 2.4
//! for:       FUNCTION in atomic_fetch_and_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `FUNCTION` with `atomic_exchange_explicit`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_bool *cell [[buffer(0)]])
{
    FUNCTION(cell, true, memory_order_relaxed); // reject
}
