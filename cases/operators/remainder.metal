//! title:     The remainder of whole numbers, on scalars, vectors and both
//! verifies:  ops.mod.scalar_vector ops.mod.nonnegative ops.div.int.identity
//! requires:  msl 2.3
//! for:       (V, S, MOST) in (char3, char, 127) (uchar4, uchar, 255) (short2, short, 32767) (ushort3, ushort, 65535)
//!            (int4, int, 2147483647) (uint2, uint, 2147483647) (long3, long, 2147483647) (ulong2, ulong, 2147483647)
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = integers(0, MOST)
//! in:        b V[256] = integers(1, MOST)
//! in:        s S[256] = integers(0, MOST)
//! in:        t S[256] = integers(1, 9)
//! out:       scalars S[256]
//! out:       vectors V[256]
//! out:       left V[256]
//! out:       right V[256]
//! out:       whole V[256]
//! expect:    scalars = remaindered(s, t)
//! expect:    vectors = remaindered(a, b)
//! expect:    left = remaindered(s, b)
//! expect:    right = remaindered(a, t)
//! expect:    whole = same a
//! mutant:    ops.mod.scalar_vector | replace `s[i] % b[i]` with `V(s[i]) % b[i].x`
//! mutant:    ops.mod.scalar_vector | replace `right[i] = a[i] % t[i]` with `right[i] = a[i].x % V(t[i])`
//! mutant:    ops.mod.nonnegative | replace `scalars[i] = s[i] % t[i]` with `scalars[i] = s[i] % t[i] - t[i]`
//! mutant:    ops.div.int.identity | replace `a[i] / t[i] * t[i]` with `a[i] / t[i] * S(t[i] + 1)`
//! note:      With negative operands the remainder is undefined (MSL 3.1).

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device const S *s [[buffer(2)]],
                    device const S *t [[buffer(3)]], device S *scalars [[buffer(4)]], device V *vectors [[buffer(5)]],
                    device V *left [[buffer(6)]], device V *right [[buffer(7)]], device V *whole [[buffer(8)]],
                    uint i [[thread_position_in_grid]])
{
    scalars[i] = s[i] % t[i];
    vectors[i] = a[i] % b[i];
    left[i] = s[i] % b[i];
    right[i] = a[i] % t[i];
    whole[i] = a[i] / t[i] * t[i] + a[i] % t[i];
}
