//! title:     Assignments, compound ones too, yield the operand, from right to left; sizeof, & and the comma are those
//!            of C++
//! verifies:  ops.assign.cxx ops.other.cxx ops.availability
//! msl:       2.0 2.4 3.0 3.1 3.2 4.0
//! dispatch:  threads 1, threadgroup 1
//! in:        a int = 13
//! in:        b float4 = 1, 2, 3, 4
//! out:       ints int[14]
//! out:       floats float4[5]
//! expect:    ints = values 13 13 16 10 39 4 1 52 3 1 15 14 24 7
//! expect:    floats = values 1 2 3 4 3 4 5 6 -1 0 1 2 2 4 6 8 1 2 3 4
//! mutant:    ops.assign.cxx | replace `x = y = a` with `x = a; y = x + 1`
//! mutant:    ops.assign.cxx | replace `v = w = b` with `v = w = b.yxzw`
//! mutant:    ops.other.cxx | replace `x -= 3` with `x += 3`
//! mutant:    ops.other.cxx | replace `v *= 2.0f` with `v *= 3.0f`
//! mutant:    ops.availability | replace `x *= 3` with `x *= 2`

#include <metal_stdlib>
using namespace metal;

struct pair {
    int first[2];
    float4 second;
};

kernel void assign(constant int &a [[buffer(0)]], constant float4 &b [[buffer(1)]], device int *ints [[buffer(2)]],
                   device float4 *floats [[buffer(3)]])
{
    int x, y;
    x = y = a;
    ints[0] = x;
    ints[1] = y;
    ints[2] = x += 3;
    x = a;
    ints[3] = x -= 3;
    x = a;
    ints[4] = x *= 3;
    x = a;
    ints[5] = x /= 3;
    x = a;
    ints[6] = x %= 3;
    x = a;
    ints[7] = x <<= 2;
    x = a;
    ints[8] = x >>= 2;
    x = a;
    ints[9] = x &= 3;
    x = a;
    ints[10] = x |= 3;
    x = a;
    ints[11] = x ^= 3;
    thread int *where = &x;
    ints[12] = (*where = 24, *where);
    ints[13] = (sizeof(x) + 3);
    float4 v, w;
    v = w = b;
    floats[0] = w;
    floats[1] = v += 2.0f;
    v = b;
    floats[2] = v -= 2.0f;
    v = b;
    floats[3] = v *= 2.0f;
    pair one = {{x, y}, b}, two;
    two = one;
    floats[4] = two.second;
}
