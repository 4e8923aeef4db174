//! title:     & | ^ work bit by bit on scalars, vectors, and a scalar with a vector
//! verifies:  ops.bitwise.scalar ops.bitwise.vector
//! requires:  msl 2.3
//! for:       (V, S) in (char3, char) (uchar4, uchar) (short2, short) (ushort3, ushort) (int4, int) (uint2, uint)
//!            (long3, long) (ulong2, ulong) (bool4, bool); (OP, EXPECTED) in (&, bits_and) (|, bits_or) (^, bits_xor)
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = random
//! in:        b V[256] = random
//! in:        s S[256] = random
//! in:        t S[256] = random
//! out:       scalars S[256]
//! out:       vectors V[256]
//! out:       left V[256]
//! out:       right V[256]
//! expect:    scalars = EXPECTED(s, t)
//! expect:    vectors = EXPECTED(a, b)
//! expect:    left = EXPECTED(s, b)
//! expect:    right = EXPECTED(a, t)
//! mutant:    ops.bitwise.scalar | replace `scalars[i] = s[i] OP t[i]` with `scalars[i] = s[i]`
//! mutant:    ops.bitwise.vector | replace `a[i] OP b[i]` with `a[i] OP b[i].x`
//! mutant:    ops.bitwise.vector | replace `s[i] OP b[i]` with `V(s[i]) OP b[i].x`
//! mutant:    ops.bitwise.vector | replace `a[i] OP t[i]` with `a[i].x OP V(t[i])`

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
