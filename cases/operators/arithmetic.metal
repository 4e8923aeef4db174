//! title:     Binary + - * / on two scalars, two vectors, and a scalar with a vector, which becomes a vector first
//! verifies:  ops.arith.scalar ops.arith.vector_vector ops.arith.scalar_vector
//! requires:  msl 2.3
//! for:       (V, S, LOW) in (char3, char, -10) (uchar4, uchar, 0) (short2, short, -10) (ushort3, ushort, 0) (int4,
//!            int, -10) (uint2, uint, 0) (long3, long, -10) (ulong2, ulong, 0) (half4, half, -10) (half3, half, -10)
//!            (float3, float, -10) (float4, float, -10); (OP, EXPECTED) in (+, added) (-, subtracted) (*, multiplied)
//!            (/, divided)
//! math:      safe
//! functions: precise
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = integers(LOW, 11)
//! in:        b V[256] = integers(1, 11)
//! in:        s S[256] = integers(LOW, 11)
//! in:        t S[256] = integers(1, 11)
//! out:       scalars S[256]
//! out:       vectors V[256]
//! out:       left V[256]
//! out:       right V[256]
//! expect:    scalars = EXPECTED(s, t)
//! expect:    vectors = EXPECTED(a, b)
//! expect:    left = EXPECTED(s, b)
//! expect:    right = EXPECTED(a, t)
//! mutant:    ops.arith.scalar | replace `scalars[i] = s[i] OP t[i]` with `scalars[i] = t[i]`
//! mutant:    ops.arith.vector_vector | replace `a[i] OP b[i]` with `a[i] OP b[i].x`
//! mutant:    ops.arith.scalar_vector | replace `s[i] OP b[i]` with `V(s[i]) OP b[i].y`
//! mutant:    ops.arith.scalar_vector | replace `a[i] OP t[i]` with `a[i].y OP V(t[i])`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device const S *s [[buffer(2)]],
                    device const S *t [[buffer(3)]], device S *scalars [[buffer(4)]], device V *vectors [[buffer(5)]],
                    device V *left [[buffer(6)]], device V *right [[buffer(7)]], uint i [[thread_position_in_grid]])
{
    scalars[i] = s[i] OP t[i];
    vectors[i] = a[i] OP b[i];
    left[i] = s[i] OP b[i];
    right[i] = a[i] OP t[i];
}
