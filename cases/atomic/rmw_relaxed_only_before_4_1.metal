//! title:     Before 4.1 read-modify-write operations take memory_order_relaxed alone, too
//! verifies:  atomic.order.relaxed_only_before
//! msl:       3.2 4.0
//! for:       FUNCTION in atomic_exchange_explicit atomic_fetch_add_explicit atomic_fetch_max_explicit
//! reject:    memory_order relaxed
//! grade:     rule stated
//! control:   replace `seq_cst` with `relaxed`

#include <metal_stdlib>
using namespace metal;

kernel void modify(device atomic_int *cell [[buffer(0)]])
{
    FUNCTION(cell, 3, memory_order_seq_cst); // reject
}
