//! title:     Atomic functions take atomic types only
//! verifies:  atomic.functions_need_atomic_types
//! for:       PLAIN in int uint
//! reject:
//! grade:     rule stated
//! control:   replace `device PLAIN *counter` with `device atomic_uint *counter`

#include <metal_stdlib>
using namespace metal;

kernel void count(device PLAIN *counter [[buffer(0)]])
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed); // reject
}
