//! title:     A switch goes to the label that its condition equals, of every type, below zero, in a row and far apart
//! verifies:  lang.statements
//! requires:  msl 2.3
//! for:       (T, K) in (char, 100) (uchar, 200) (short, 30001) (ushort, 60001) (int, 2000000001) (uint, 4000000001)
//!            (long, 12884901889) (ulong, 12884901889)
//! dispatch:  dense(near, of_near): threads 32, threadgroup 32
//! dispatch:  apart(far, of_far): threads 16, threadgroup 16
//! dispatch:  within(near, of_loop): threads 32, threadgroup 32
//! in:        near long[32] = iota(-16)
//! in:        far long[16] = values K K+1 K-1 K/2 -K -K-1 0 1 -1 K+2 K-2 2 3 4 K/4 K
//! out:       of_near uint[32]
//! out:       of_far uint[16]
//! out:       of_loop uint[32]
//! expect:    of_near = values 99 99 99 99 99 99 99 99 99 99 99 99 11 7 17 5 90 34 2 61 99 99 99 99 99 99 99 99 99
//!            99 99 99
//! expect:    of_far = values 1 3 2 4 5 9 6 9 9 9 9 9 9 9 9 1
//! expect:    of_loop = values 88 88 88 88 88 88 88 177 10176 1010175 2010174 2010174 2010174 2010174 2010174
//!            2010085 2000086 1000087 88 88 88 88 88 88 88 88 88 88 88 88 88 88
//! mutant:    lang.statements | replace `case T(-3): return 7;` with `case T(-3): return 8;`
//! mutant:    lang.statements | replace `case T(3): return 61;` with ` `
//! mutant:    lang.statements | replace `case T(K + 1): return 3;` with ` `
//! mutant:    lang.statements | replace `sum += 100; continue;` with `sum += 100; break;`
//! note:      A conversion keeps the low bits, so that T(-3) is a label of unsigned types, too.

#include <metal_stdlib>
using namespace metal;

static uint near_label(T x)
{
    switch (x) {
    case T(-4): return 11;
    case T(-3): return 7;
    case T(-2): return 17;
    case T(-1): return 5;
    case T(0): return 90;
    case T(1): return 34;
    case T(2): return 2;
    case T(3): return 61;
    default: return 99;
    }
}

static uint far_label(T x)
{
    switch (x) {
    case T(K): return 1;
    case T(K - 1): return 2;
    case T(K + 1): return 3;
    case T(K / 2): return 4;
    case T(-long(K)): return 5;
    case T(0): return 6;
    default: return 9;
    }
}

kernel void dense(device const long *near [[buffer(0)]], device uint *of_near [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    of_near[i] = near_label(T(near[i]));
}

kernel void apart(device const long *far [[buffer(0)]], device uint *of_far [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    of_far[i] = far_label(T(far[i]));
}

/* continue ends a round of the loop, break the switch alone. */
kernel void within(device const long *near [[buffer(0)]], device uint *of_loop [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    uint sum = 0;
    for (uint k = 0; k < 8; k++) {
        switch (T(near[(i + k) & 31])) {
        case T(-2): sum += 100; continue;
        case T(-1): sum += 10000; break;
        case T(0):
        case T(1): sum += 1000000; break;
        default: sum += 1;
        }
        sum += 10;
    }
    of_loop[i] = sum;
}
