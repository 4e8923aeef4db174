//! title:     vector_add in whole threadgroups: threads past the count do nothing
//! verifies:  err.a.vectoradd.nobounds
//! subcases:  COUNT in 0 1 31 32 33 63 64 65 1000 100001
//! dispatch:  groups max(ceil_div(COUNT, 64), 1), threadgroup 64
//! in:        a float[round_up(max(COUNT, 1), 64)] = iota
//! in:        b float[round_up(max(COUNT, 1), 64)] = iota(0, 2)
//! inout:     c float[round_up(max(COUNT, 1), 64)] = constant(-7)
//! in:        count uint = COUNT
//! expect:    c = vector_add_counted(a, b, c, count)
//! mutant:    err.a.vectoradd.nobounds | replace `if (i < count)` with `` | for COUNT=33
//! mutant:    err.a.vectoradd.nobounds | replace `i < count` with `i <= count` | for COUNT=1000

#include <metal_stdlib>
using namespace metal;

kernel void vector_add_counted(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                               device float *c [[buffer(2)]], constant uint &count [[buffer(3)]],
                               uint i [[thread_position_in_grid]])
{
    if (i < count)
        c[i] = a[i] + b[i];
}
