//! title:     Atomic functions do not work on thread memory
//! verifies:  atomic.address_spaces
//! reject:    atomic matching
//! grade:     inferred
//! control:   replace `thread atomic_uint *cell = (thread atomic_uint *)&own` with `device atomic_uint *cell = result`

#include <metal_stdlib>
using namespace metal;

kernel void load(device atomic_uint *result [[buffer(0)]])
{
    uint own = 0;
    thread atomic_uint *cell = (thread atomic_uint *)&own;
    atomic_fetch_add_explicit(cell, 1, memory_order_relaxed); // reject
}
