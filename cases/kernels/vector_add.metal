//! title:     vector_add: one thread per element, the grid exactly as long as the arrays
//! verifies:  k.vector_add c.dispatchthreads.noboundscheck
//! requires:  feature nonuniform_threadgroups
//! subcases:  COUNT in 1 31 32 33 1023 1024 1025 1000000
//! dispatch:  threads COUNT, threadgroup min(COUNT, 1024)
//! in:        a float[COUNT] = iota
//! in:        b float[COUNT] = iota(0, 2)
//! out:       c float[COUNT]
//! expect:    c = vector_add(a, b)
//! mutant:    k.vector_add | replace `a[i] + b[i]` with `a[i] - b[i]` | for COUNT=1025
//! mutant:    c.dispatchthreads.noboundscheck | replace `thread_position_in_grid`
//!            with `thread_position_in_threadgroup` | for COUNT=1025
//! note:      The sums are whole numbers below 2^24, so every rounding mode gives them exactly. The guard zones
//!            behind c show that no thread ran beyond the grid.

#include <metal_stdlib>
using namespace metal;

kernel void vector_add(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                       device float *c [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    c[i] = a[i] + b[i];
}
