//! title:     Sums, differences and products of unsigned integers are modulo 2 to the width
//! verifies:  ops.unsigned.modulo
//! requires:  msl 2.3
//! for:       V in uchar4 ushort2 uint uint3 ulong ulong2 uchar ushort; (OP, EXPECTED) in (+, added) (-, subtracted)
//!            (*, multiplied)
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = random
//! in:        b V[256] = random
//! out:       result V[256]
//! expect:    result = EXPECTED(a, b)
//! mutant:    ops.unsigned.modulo | replace `a[i] OP b[i]` with `(a[i] & 0x3f) OP b[i]`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device V *result [[buffer(2)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = a[i] OP b[i];
}
