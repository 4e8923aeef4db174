//! title:     Atomic functions take atomic objects alone
//! verifies:  atomic.functions_need_atomic_types
//! for:       CELL in int uint
//! reject:    atomic matching
//! grade:     rule stated
//! control:   replace `CELL` with `atomic_int`

#include <metal_stdlib>
using namespace metal;

kernel void count(device CELL *cell [[buffer(0)]])
{
    atomic_fetch_add_explicit(cell, 1, memory_order_relaxed); // reject
}
