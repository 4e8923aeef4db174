//! title:     Before 4.1 float subtractions are for device memory alone
//! verifies:  atomic.fetch_sub.float.threadgroup_gate
//! requires:  feature atomic_float
//! msl:       3.0 3.2 4.0
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `threadgroup atomic_float own; threadgroup atomic_float *cell = &own;` with `device atomic_float *cell = cells;`

#include <metal_stdlib>
using namespace metal;

kernel void change(device atomic_float *cells [[buffer(0)]])
{
    threadgroup atomic_float own;
    threadgroup atomic_float *cell = &own;
    atomic_fetch_sub_explicit(cell, 1.0f, memory_order_relaxed); // reject
}
