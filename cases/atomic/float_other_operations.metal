//! title:     Of the fetch operations atomic_float has addition and subtraction alone
//! verifies:  atomic.fetch.float.other_ops
//! requires:  msl 3.0, feature atomic_float
//! for:       FUNCTION in atomic_fetch_and_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `FUNCTION` with `atomic_fetch_add_explicit`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_float *cell [[buffer(0)]])
{
    FUNCTION(cell, 1.0f, memory_order_relaxed); // reject
}
