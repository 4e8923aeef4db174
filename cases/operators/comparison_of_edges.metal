//! title:     Integers compare by all their bits: those that differ in the highest or lowest few alone, of every sign
//! verifies:  ops.relational.scalar ops.equality.scalar ops.ternary.select
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong
//! dispatch:  threads 2048, threadgroup 64
//! in:        a T[2048] = whole_numbers(0, 2)
//! in:        b T[2048] = whole_numbers(1, 2)
//! out:       is_less bool[2048]
//! out:       is_less_equal bool[2048]
//! out:       is_greater bool[2048]
//! out:       is_greater_equal bool[2048]
//! out:       is_equal bool[2048]
//! out:       is_not_equal bool[2048]
//! out:       chosen T[2048]
//! out:       is_true bool[2048]
//! expect:    is_less = less(a, b)
//! expect:    is_less_equal = less_equal(a, b)
//! expect:    is_greater = greater(a, b)
//! expect:    is_greater_equal = greater_equal(a, b)
//! expect:    is_equal = equal(a, b)
//! expect:    is_not_equal = not_equal(a, b)
//! expect:    chosen = int_max(a, b)
//! expect:    is_true = converted(a)
//! mutant:    ops.relational.scalar | replace `x < y;` with `x <= y;`
//! mutant:    ops.relational.scalar | replace `x >= y;` with `x > y;`
//! mutant:    ops.equality.scalar | replace `x == y;` with `uchar(x) == uchar(y);` | for T=short T=ushort T=int
//!            T=uint
//!            T=long T=ulong
//! mutant:    ops.equality.scalar | replace `x != y;` with `x != T(y + 1);`
//! mutant:    ops.ternary.select | replace `!(x > y) ? y : x` with `!(x > y) ? x : y`
//! mutant:    ops.relational.scalar | replace `x ? true : false` with `x & 1`

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                    device bool *is_less [[buffer(2)]], device bool *is_less_equal [[buffer(3)]],
                    device bool *is_greater [[buffer(4)]], device bool *is_greater_equal [[buffer(5)]],
                    device bool *is_equal [[buffer(6)]], device bool *is_not_equal [[buffer(7)]],
                    device T *chosen [[buffer(8)]], device bool *is_true [[buffer(9)]],
                    uint i [[thread_position_in_grid]])
{
    const T x = a[i], y = b[i];
    is_less[i] = x < y;
    is_less_equal[i] = x <= y;
    is_greater[i] = x > y;
    is_greater_equal[i] = x >= y;
    is_equal[i] = x == y;
    is_not_equal[i] = x != y;
    chosen[i] = !(x > y) ? y : x;
    is_true[i] = x ? true : false;
}
