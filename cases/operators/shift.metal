//! title:     Shifts count modulo the width; left fills with zeros, right with the sign
//! verifies:  ops.shift.count_modulo ops.shift.left.zero_fill ops.shift.right.unsigned ops.shift.right.negative
//!            ops.shift.shapes
//! requires:  msl 2.3
//! for:       (V, S, N) in (int, int, 32) (uint, uint, 32) (long, long, 64) (ulong, ulong, 64) (char3, char, 8)
//!            (uchar4, uchar, 8) (short2, short, 16) (ushort3, ushort, 16) (int4, int, 32) (uint2, uint, 32) (long2,
//!            long, 64)
//! dispatch:  threads 256, threadgroup 64
//! in:        a V[256] = random
//! in:        few V[256] = integers(0, N - 1)
//! in:        any_count V[256] = random
//! in:        one S[256] = integers(0, N - 1)
//! out:       left V[256]
//! out:       right V[256]
//! out:       left_modulo V[256]
//! out:       right_modulo V[256]
//! out:       by_one V[256]
//! expect:    left = shifted_left(a, few)
//! expect:    right = shifted_right(a, few)
//! expect:    left_modulo = shifted_left(a, any_count)
//! expect:    right_modulo = shifted_right(a, any_count)
//! expect:    by_one = shifted_left(a, one)
//! mutant:    ops.shift.count_modulo | replace `a[i] << any_count[i]` with `a[i] << (any_count[i] & 3)`
//! mutant:    ops.shift.count_modulo | replace `a[i] >> any_count[i]` with `a[i] >> (any_count[i] & 3)`
//! mutant:    ops.shift.left.zero_fill | replace `a[i] << few[i]` with `~(~a[i] << few[i])`
//! mutant:    ops.shift.right.unsigned ops.shift.right.negative |
//!            replace `a[i] >> few[i]` with `~(~a[i] >> few[i] << 1)`
//! mutant:    ops.shift.shapes | replace `a[i] << one[i]` with `a[i] << 1`

#include <metal_stdlib>
using namespace metal;

kernel void shift(device const V *a [[buffer(0)]], device const V *few [[buffer(1)]],
                  device const V *any_count [[buffer(2)]], device const S *one [[buffer(3)]],
                  device V *left [[buffer(4)]], device V *right [[buffer(5)]], device V *left_modulo [[buffer(6)]],
                  device V *right_modulo [[buffer(7)]], device V *by_one [[buffer(8)]],
                  uint i [[thread_position_in_grid]])
{
    left[i] = a[i] << few[i];
    right[i] = a[i] >> few[i];
    left_modulo[i] = a[i] << any_count[i];
    right_modulo[i] = a[i] >> any_count[i];
    by_one[i] = a[i] << one[i];
}
