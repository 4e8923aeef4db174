//! title:     Atomic functions work on device and threadgroup memory alone
//! verifies:  atomic.address_spaces
//! for:       SPACE in constant
//! reject:    atomic matching
//! grade:     inferred
//! control:   replace `SPACE` with `device`

#include <metal_stdlib>
using namespace metal;

kernel void load(SPACE atomic_uint &cell [[buffer(0)]], device uint *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = atomic_load_explicit(&cell, memory_order_relaxed); // reject
}
