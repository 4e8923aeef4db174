//! title:     Quotients of unsigned integers over the whole range of their type
//! verifies:  ops.div.int.truncation
//! requires:  msl 2.3
//! for:       T in uint uint2 ushort uchar3 ulong ulong2
//! dispatch:  threads 512, threadgroup 64
//! in:        a T[512] = random
//! in:        b T[512] = integers(1, 100)
//! out:       quotient T[512]
//! expect:    quotient = divided(a, b)
//! mutant:    ops.div.int.truncation | replace `a[i] / b[i]` with `(a[i] - b[i] / T(2)) / b[i]`
//! note:      With --operands the compiler knows one of the two; a known numerator with its highest bit set has been divided wrongly
//!            (integer/constant_numerator).

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *quotient [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    quotient[i] = a[i] / b[i];
}
