//! title:     Before 4.1 atomic operations take memory_order_relaxed alone
//! verifies:  atomic.order.relaxed_only_before
//! msl:       3.2 4.0
//! reject:    memory_order relaxed
//! grade:     rule stated
//! control:   replace `seq_cst` with `relaxed`

#include <metal_stdlib>
using namespace metal;

kernel void load(device atomic_int *cell [[buffer(0)]], device int *result [[buffer(1)]])
{
    result[0] = atomic_load_explicit(cell, memory_order_seq_cst); // reject
}
