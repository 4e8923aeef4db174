//! title:     Vectors of bool and bfloat have all forms of constructors as well
//! verifies:  vector.ctor.splat vector.ctor.order vector.ctor.forms4 vector.ctor.forms3 vector.ctor.forms2
//! requires:  msl 3.1, feature bfloat
//! for:       T in bool bfloat
//! dispatch:  threads 2, threadgroup 2
//! in:        bits T[8] = values 0 1 0 1 0 0 1 1
//! inout:     four uint[10] = zeros
//! inout:     three uint[5] = zeros
//! inout:     two uint[3] = zeros
//! expect:    four = values 85 27 27 27 27 27 27 27 177 85
//! expect:    three = values 21 6 6 6 6
//! expect:    two = values 5 1 11
//! mutant:    vector.ctor.splat | replace `T4(b)` with `T4(b, b, b, a)`
//! mutant:    vector.ctor.order | replace `T4(cd, ab)` with `T4(ab, cd)`
//! mutant:    vector.ctor.forms4 | replace `T4(a, bc, d)` with `T4(bc, a, d)`
//! mutant:    vector.ctor.forms3 | replace `T3(a, bc)` with `T3(bc, a)`
//! mutant:    vector.ctor.forms2 | replace `T2(cd)` with `T2(ab)`
//! note:      The components are 0, 1, 2 and 3, a thread for each of their bits. A vector is added up as a number with a digit to base 4
//!            for each component.

#include <metal_stdlib>
using namespace metal;

using T2 = vec<T, 2>;
using T3 = vec<T, 3>;
using T4 = vec<T, 4>;

template <uint N>
static void add(device atomic_uint *to, vec<T, N> bits, uint weight)
{
    uint number = 0;
    for (uint k = 0; k < N; k++)
        number = 4 * number + uint(bits[k]);
    atomic_fetch_add_explicit(to, number * weight, memory_order_relaxed);
}

kernel void construct(device const T *bits [[buffer(0)]], device atomic_uint *four [[buffer(1)]],
                      device atomic_uint *three [[buffer(2)]], device atomic_uint *two [[buffer(3)]],
                      uint i [[thread_position_in_grid]])
{
    const uint weight = i + 1;
    const T a = bits[4 * i], b = bits[4 * i + 1], c = bits[4 * i + 2], d = bits[4 * i + 3];
    const T2 ab = T2(a, b), bc = T2(b, c), cd = T2(c, d);
    const T3 abc = T3(a, b, c), bcd = T3(b, c, d);
    add<4>(four, T4(b), weight);
    add<4>(four + 1, T4(a, b, c, d), weight);
    add<4>(four + 2, T4(ab, cd.xy), weight);
    add<4>(four + 3, T4(ab, c, d), weight);
    add<4>(four + 4, T4(a, b, cd), weight);
    add<4>(four + 5, T4(a, bc, d), weight);
    add<4>(four + 6, T4(abc, d), weight);
    add<4>(four + 7, T4(a, bcd), weight);
    add<4>(four + 8, T4(T4(cd, ab)), weight);
    add<4>(four + 9, T4(bcd.xxx, b), weight);
    add<3>(three, T3(b), weight);
    add<3>(three + 1, T3(a, b, c), weight);
    add<3>(three + 2, T3(a, bc), weight);
    add<3>(three + 3, T3(ab, c), weight);
    add<3>(three + 4, T3(abc), weight);
    add<2>(two, T2(b), weight);
    add<2>(two + 1, ab, weight);
    add<2>(two + 2, T2(cd), weight);
}
