//! title:     Division of a floating number by zero gives a signed infinity, or NaN for 0/0
//! verifies:  ops.div.float.zero
//! for:       T in half float
//! math:      safe
//! functions: precise
//! dispatch:  threads 6, threadgroup 6
//! in:        a T[6] = values 1 1 -1 -1 0 -0.0
//! in:        b T[6] = values 0 -0.0 0 -0.0 0 0
//! out:       result T[6]
//! expect:    result = values inf -inf -inf inf nan nan
//! compare:   interval
//! mutant:    ops.div.float.zero | replace `a[i] / b[i]` with `a[i] / fabs(b[i])`
//! mutant:    ops.div.float.zero | replace `a[i] / b[i]` with `(b[i] == 0 ? copysign(T(INFINITY), a[i]) : a[i])`

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *result [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = a[i] / b[i];
}
