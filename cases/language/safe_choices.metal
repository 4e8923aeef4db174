//! title:     Safe math takes no choice by comparison for a function, and no comparison for another, that differs for
//!            zeros or NaN
//! verifies:  math.mode.safe.signed_zero math.mode.safe.inf_nan math.mode.safe.no_reassociation
//! requires:  msl 2.0
//! for:       (T, DIVISOR) in (half, 41) (float, 41)
//! math:      safe
//! functions: precise
//! dispatch:  choices(given, other, larger, largest, smaller, folded, mirrored, either): threads 8, threadgroup 8
//! dispatch:  orders(given, other, reversed, not_greater, not_most, way, returns): threads 8, threadgroup 8
//! in:        given T[8] = values 0 -0.0 1 -1 inf -inf nan 3
//! in:        other T[8] = values -0.0 0 2 -1 inf -inf 1 nan
//! out:       larger uint[8]
//! out:       largest uint[8]
//! out:       smaller uint[8]
//! out:       folded uint[8]
//! out:       mirrored uint[8]
//! out:       either uint[8]
//! out:       reversed uint[8]
//! out:       not_greater bool[8]
//! out:       not_most bool[8]
//! out:       way uint[8]
//! out:       returns bool[8]
//! expect:    larger = values 5 5 5 5 3 5 9 5
//! expect:    largest = values 1 1 5 1 3 1 9 5
//! expect:    smaller = values 1 2 5 6 5 4 9 5
//! expect:    folded = values 1 2 5 5 3 3 9 5
//! expect:    mirrored = values 2 1 5 5 3 3 9 5
//! expect:    either = values 1 2 5 6 3 4 5 9
//! expect:    reversed = values 2 1 5 2 9 9 9 9
//! expect:    not_greater = values 1 1 1 1 0 1 1 0
//! expect:    not_most = values 0 0 0 0 1 0 1 1
//! expect:    way = values 2 2 2 2 1 2 3 1
//! expect:    returns = values 0 0 0 0 0 0 0 0
//! mutant:    math.mode.safe.inf_nan | replace `T(1) > v ? T(1) : v` with `fmax(T(1), v)`
//! mutant:    math.mode.safe.signed_zero | replace `T(0) >= v ? T(0) : v` with `(T(0) > v ? T(0) : v)`
//! mutant:    math.mode.safe.inf_nan | replace `T(1) <= v ? T(1) : v` with `fmin(T(1), v)`
//! mutant:    math.mode.safe.signed_zero | replace `v >= T(0) ? v : -v` with `fabs(v)`
//! mutant:    math.mode.safe.signed_zero | replace `v > T(0) ? v : -v` with `fabs(v)`
//! mutant:    math.mode.safe.signed_zero | replace `v == w ? v : w` with `w`
//! mutant:    math.mode.safe.signed_zero | replace `-(v - w)` with `w - v`
//! mutant:    math.mode.safe.inf_nan | replace `!(v > T(1))` with `v <= T(1)`
//! mutant:    math.mode.safe.inf_nan | replace `!(v <= T(1))` with `v > T(1)`
//! mutant:    math.mode.safe.inf_nan | replace `else if (v <= T(1))` with `else if (!(v > T(1)))`
//! mutant:    math.mode.safe.no_reassociation | replace `part * T(DIVISOR)` with `T(1)`
//! note:      Kinds: 1 and 2 are zero and minus zero, 3 and 4 INF and -INF, 5 and 6 other numbers above and below
//!            zero, 9 NaN.

#include <metal_stdlib>
using namespace metal;

static uint kind_of(T v)
{
    if (isnan(v))
        return 9;
    const uint below = signbit(v) ? 1 : 0;
    return (isinf(v) ? 3 : v == T(0) ? 1 : 5) + below;
}

kernel void choices(device const T *given [[buffer(0)]], device const T *other [[buffer(1)]],
                    device uint *larger [[buffer(2)]], device uint *largest [[buffer(3)]],
                    device uint *smaller [[buffer(4)]], device uint *folded [[buffer(5)]],
                    device uint *mirrored [[buffer(6)]], device uint *either [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    const T v = given[i], w = other[i];
    larger[i] = kind_of(T(1) > v ? T(1) : v);
    largest[i] = kind_of(T(0) >= v ? T(0) : v);
    smaller[i] = kind_of(T(1) <= v ? T(1) : v);
    folded[i] = kind_of(v >= T(0) ? v : -v);
    mirrored[i] = kind_of(v > T(0) ? v : -v);
    either[i] = kind_of(v == w ? v : w);
}

kernel void orders(device const T *given [[buffer(0)]], device const T *other [[buffer(1)]],
                   device uint *reversed [[buffer(2)]], device bool *not_greater [[buffer(3)]],
                   device bool *not_most [[buffer(4)]], device uint *way [[buffer(5)]],
                   device bool *returns [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const T v = given[i], w = other[i];
    reversed[i] = kind_of(-(v - w));
    not_greater[i] = !(v > T(1));
    not_most[i] = !(v <= T(1));
    if (v > T(1))
        way[i] = 1;
    else if (v <= T(1))
        way[i] = 2;
    else
        way[i] = 3;
    const T one = given[2], part = one / T(DIVISOR);
    returns[i] = part * T(DIVISOR) == one;
}
