//! title:     Before 4.1 atomic functions take no mem_flags
//! verifies:  atomic.store.mem_flags atomic.load.mem_flags atomic.exchange.mem_flags atomic.fetch.mem_flags
//! msl:       3.2 4.0
//! for:       (FUNCTION, VALUE) in (atomic_store_explicit, 1) (atomic_exchange_explicit, 1)
//!            (atomic_fetch_add_explicit, 1) (atomic_fetch_min_explicit, 1)
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `, mem_flags::mem_device` with ``

#include <metal_stdlib>
using namespace metal;

kernel void modify(device atomic_int *cell [[buffer(0)]])
{
    FUNCTION(cell, VALUE, memory_order_relaxed, mem_flags::mem_device); // reject
}
