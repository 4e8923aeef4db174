//! title:     Integers of two types compare as numbers, if the wider type or int holds both
//! verifies:  ops.relational.scalar ops.equality.scalar
//! requires:  msl 2.3
//! for:       (A, B) in (char, uchar) (uchar, char) (short, ushort) (ushort, short) (char, ushort) (ushort, char)
//!            (short, uchar)
//!            (char, int) (ushort, int) (int, long) (uint, long) (long, uint) (uchar, long) (char, long)
//! dispatch:  threads 2048, threadgroup 64
//! in:        a A[2048] = whole_numbers(0, 2)
//! in:        b B[2048] = whole_numbers(1, 2)
//! out:       is_less uint[2048]
//! out:       is_greater_equal uint[2048]
//! out:       is_equal uint[2048]
//! out:       lies_between uint[2048]
//! expect:    is_less = formula(a < b)
//! expect:    is_greater_equal = formula(a >= b)
//! expect:    is_equal = formula(a == b)
//! expect:    lies_between = formula(a >= 3 && a < 127)
//! mutant:    ops.relational.scalar | replace `x < y` with `x <= y`
//! mutant:    ops.relational.scalar | replace `x >= y` with `x > y`
//! mutant:    ops.equality.scalar | replace `x == y` with `x >= y`
//! mutant:    ops.relational.scalar | replace `long(x) - 3) < 124` with `long(x) - 3) <= 124`
//! note:      Of int and uint both become uint, of which operators/every_comparison has the comparisons.

#include <metal_stdlib>
using namespace metal;

/* Functions, since a compiler may warn where it sees that one operand is a number beyond the other's type. */
static bool less_of(A x, B y)
{
    return x < y;
}

static bool greater_equal_of(A x, B y)
{
    return x >= y;
}

static bool equal_of(A x, B y)
{
    return x == y;
}

kernel void compare(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]],
                    device uint *is_less [[buffer(2)]], device uint *is_greater_equal [[buffer(3)]],
                    device uint *is_equal [[buffer(4)]], device uint *lies_between [[buffer(5)]],
                    uint i [[thread_position_in_grid]])
{
    const A x = a[i];
    const B y = b[i];
    is_less[i] = less_of(x, y);
    is_greater_equal[i] = greater_equal_of(x, y);
    is_equal[i] = equal_of(x, y);
    lies_between[i] = ulong(long(x) - 3) < 124;
}
