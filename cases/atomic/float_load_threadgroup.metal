//! title:     Atomic load takes atomic_float in device memory alone, in 4.1 too
//! verifies:  atomic.load.float.threadgroup
//! requires:  feature atomic_float
//! msl:       3.0 4.0 4.1
//! reject:    matching function
//! grade:     rule stated
//! control:   replace `threadgroup atomic_float own; threadgroup atomic_float *cell = &own;` with `device atomic_float *cell = cells;`

#include <metal_stdlib>
using namespace metal;

kernel void transfer(device atomic_float *cells [[buffer(0)]], device float *result [[buffer(1)]])
{
    threadgroup atomic_float own;
    threadgroup atomic_float *cell = &own;
    result[0] = atomic_load_explicit(cell, memory_order_relaxed); // reject
}
