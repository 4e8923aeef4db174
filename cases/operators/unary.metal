//! title:     Unary + - ~ work on every component, and unsigned negation is modulo 2 to the width
//! verifies:  ops.unary.plus_minus ops.bitwise.not.integer ops.unsigned.modulo
//! requires:  msl 2.3
//! for:       (V, S) in (char3, char) (uchar4, uchar) (short2, short) (ushort3, ushort) (int4, int) (uint2, uint)
//!            (long3, long) (ulong2, ulong)
//! dispatch:  threads 256, threadgroup 64
//! in:        zero V[256] = zeros
//! in:        ones S[256] = iota(-1, 0)
//! in:        a V[256] = random
//! in:        s S[256] = random
//! out:       plus V[256]
//! out:       minus V[256]
//! out:       negated S[256]
//! out:       complement V[256]
//! expect:    plus = same a
//! expect:    minus = subtracted(zero, a)
//! expect:    negated = subtracted(zero, s)
//! expect:    complement = bits_xor(a, ones)
//! mutant:    ops.unary.plus_minus ops.unsigned.modulo | replace `-a[i]` with `~a[i]`
//! mutant:    ops.unary.plus_minus ops.unsigned.modulo | replace `-s[i]` with `s[i] - 1`
//! mutant:    ops.unary.plus_minus | replace `+a[i]` with `-a[i]`
//! mutant:    ops.bitwise.not.integer | replace `~a[i]` with `-a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const V *a [[buffer(2)]], device const S *s [[buffer(3)]], device V *plus [[buffer(4)]],
                    device V *minus [[buffer(5)]], device S *negated [[buffer(6)]], device V *complement [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    plus[i] = +a[i];
    minus[i] = -a[i];
    negated[i] = -s[i];
    complement[i] = ~a[i];
}
