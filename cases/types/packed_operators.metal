//! title:     Packed vectors have the operators of vectors
//! verifies:  packed.arithmetic packed.logical_relational
//! for:       (P, V, B) in (packed_char3, char3, bool3) (packed_uchar4, uchar4, bool4) (packed_short2, short2, bool2)
//!            (packed_int4, int4, bool4) (packed_uint3, uint3, bool3) (packed_half3, half3, bool3) (packed_float2,
//!            float2, bool2) (packed_float3, float3, bool3)
//! math:      safe
//! functions: precise
//! dispatch:  threads 64, threadgroup 64
//! in:        a P[64] = integers(2, 10)
//! in:        b P[64] = integers(1, 10)
//! out:       sum V[64]
//! out:       difference V[64]
//! out:       product V[64]
//! out:       quotient V[64]
//! out:       order B[64]
//! out:       same_value B[64]
//! out:       up P[64]
//! expect:    sum = added(a, b)
//! expect:    difference = subtracted(a, b)
//! expect:    product = multiplied(a, b)
//! expect:    quotient = divided(a, b)
//! expect:    order = less(a, b)
//! expect:    same_value = equal(a, b)
//! expect:    up = same a
//! mutant:    packed.arithmetic | replace `a[i] + b[i]` with `a[i] - b[i]`
//! mutant:    packed.arithmetic | replace `a[i] / b[i]` with `a[i] * b[i]`
//! mutant:    packed.logical_relational | replace `a[i] < b[i]` with `a[i] > b[i]`
//! mutant:    packed.logical_relational | replace `a[i] == b[i] && own == a[i]` with `a[i] == b[i] && own != a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const P *a [[buffer(0)]], device const P *b [[buffer(1)]], device V *sum [[buffer(2)]],
                    device V *difference [[buffer(3)]], device V *product [[buffer(4)]],
                    device V *quotient [[buffer(5)]], device B *order [[buffer(6)]], device B *same_value [[buffer(7)]],
                    device P *up [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    P own = a[i];
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - V(b[i]);
    product[i] = a[i] * b[i];
    quotient[i] = a[i] / b[i];
    order[i] = a[i] < b[i];
    same_value[i] = a[i] == b[i] && own == a[i];
    own += b[i];
    own -= b[i];
    up[i] = own;
}
