//! title:     atomic_min_explicit and atomic_max_explicit are for atomic_ulong alone
//! verifies:  atomic.minmax64.other_types
//! requires:  msl 2.4, feature atomic_ulong_min_max
//! for:       A in atomic_uint atomic_int; FUNCTION in atomic_min_explicit atomic_max_explicit
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `A *cell` with `atomic_ulong *cell`

#include <metal_stdlib>
using namespace metal;

kernel void change(device A *cell [[buffer(0)]])
{
    FUNCTION(cell, 1, memory_order_relaxed); // reject
}
