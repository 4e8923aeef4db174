//! title:     mul24 and mad24 multiply numbers of 24 bits
//! verifies:  integer.mul24.signed integer.mul24.unsigned integer.mul24.types integer.mad24.value
//! requires:  msl 2.1
//! for:       T in int int2 int3 int4 uint uint2 uint3 uint4
//! dispatch:  threads 16384, threadgroup 64
//! in:        a T[threads] = whole_numbers(0, 3)
//! in:        b T[threads] = whole_numbers(1, 3)
//! in:        c T[threads] = whole_numbers(2, 3)
//! out:       product T[threads]
//! out:       total T[threads]
//! expect:    product = int_mul24(a, b)
//! expect:    total = int_mad24(a, b, c)
//! mutant:    integer.mul24.signed | replace `mul24(a[i], b[i])` with
//!            `mul24(a[i], b[i]) & T(0xffffff)` | for T=int T=int2 T=int3 T=int4
//! mutant:    integer.mul24.unsigned | replace `mul24(a[i], b[i])` with `mul24(a[i], b[i]) & T(0xffffff)` | for
//!            T=uint T=uint2 T=uint3 T=uint4
//! mutant:    integer.mad24.value | replace `mad24(a[i], b[i], c[i])` with `mul24(a[i], b[i])`
//! mutant:    integer.mul24.types | replace `mul24(a[i], b[i])` with
//!            `T(mul24(a[i].xy, b[i].xy), 0)` | for T=int3 T=uint3
//! note:      Operands beyond 24 bits are not judged; of longer products the low 32 bits count.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const T *c [[buffer(2)]],
                  device T *product [[buffer(3)]], device T *total [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    product[i] = mul24(a[i], b[i]);
    total[i] = mad24(a[i], b[i], c[i]);
}
