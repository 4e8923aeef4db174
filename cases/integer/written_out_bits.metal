//! title:     An integer function that is written out in shifts, masks and carries gives what the function gives
//! verifies:  kb56
//! requires:  msl 2.3
//! for:       (T, U) in (char, uchar) (uchar, uchar) (short, ushort) (ushort, ushort) (int, uint) (uint, uint)
//!            (long, ulong) (ulong, ulong)
//! dispatch:  two(a, b, average, average_up): threads 4096, threadgroup 64
//! dispatch:  one(a, magnitude, ones, ones_by_one, leading, trailing, reversed): threads 4096, threadgroup 64
//! dispatch:  carry(c, d, carried, borrowed): threads 4096, threadgroup 64
//! dispatch:  rotate(c, count, rotated, rotated_high): threads 4096, threadgroup 64
//! in:        a T[4096] = whole_numbers(0, 2)
//! in:        b T[4096] = whole_numbers(1, 2)
//! in:        c U[4096] = whole_numbers(0, 2)
//! in:        d U[4096] = whole_numbers(1, 2)
//! in:        count U[4096] = integers(0, 8 * sizeof(T) - 1)
//! in:        high U[4096] = constant(8 * sizeof(T) - 3)
//! out:       average T[4096]
//! out:       average_up T[4096]
//! out:       carried U[4096]
//! out:       borrowed U[4096]
//! out:       magnitude T[4096]
//! out:       ones T[4096]
//! out:       ones_by_one T[4096]
//! out:       leading T[4096]
//! out:       trailing T[4096]
//! out:       reversed T[4096]
//! out:       rotated U[4096]
//! out:       rotated_high U[4096]
//! expect:    average = int_hadd(a, b)
//! expect:    average_up = int_rhadd(a, b)
//! expect:    carried = int_addsat(c, d)
//! expect:    borrowed = int_subsat(c, d)
//! expect:    magnitude = int_abs(a)
//! expect:    ones = int_popcount(a)
//! expect:    ones_by_one = int_popcount(a)
//! expect:    leading = int_clz(a)
//! expect:    trailing = int_ctz(a)
//! expect:    reversed = int_reverse_bits(a)
//! expect:    rotated = int_rotate(c, count)
//! expect:    rotated_high = int_rotate(c, high)
//! alone:     loops that end when no bit is left
//! mutant:    kb56 | replace `(x & y) + ((x ^ y) >> 1)` with `(x & y) + (x ^ y)`
//! mutant:    kb56 | replace `(x | y) - ((x ^ y) >> 1)` with `(x & y) + ((x ^ y) >> 1)`
//! mutant:    kb56 | replace `sum < x ? ALL` with `sum <= x ? ALL`
//! mutant:    kb56 | replace `x > y ? U(x - y) : U(0)` with `U(x - y)`
//! mutant:    kb56 | replace `x < 0 ? T(U(0) - U(x)) : x` with `x < 1 ? x : T(U(0) - U(x))` | for T=char T=short
//!            T=int T=long
//! mutant:    kb56 | replace `s -= (s >> 1) & U(ALL / 3);` with `s -= (s >> 2) & U(ALL / 3);`
//! mutant:    kb56 | replace `rest; n++)` with `rest; n = n > 2 ? T(3) : T(n + 1))`
//! mutant:    kb56 | replace `for (U rest = U(x); rest; rest >>= 1)` with `for (U rest = U(x); rest; rest >>= 2)`
//! mutant:    kb56 | replace `rest & (U(0) - rest)` with `rest & (rest - 1)`
//! mutant:    kb56 | replace `(r << shift & U(~mask))` with `(r << shift & mask)`
//! mutant:    kb56 | replace `x << n | x >> (-n & (BITS - 1))` with `x << n | x >> (BITS - 1)`
//! mutant:    kb56 | replace `x << (BITS - 3) | x >> 3` with `x << 3 | x >> (BITS - 3)`

#include <metal_stdlib>
using namespace metal;

#define BITS (8 * uint(sizeof(T)))
#define ALL U(~U(0))

kernel void two(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *average [[buffer(2)]],
                device T *average_up [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    const T x = a[i], y = b[i];
    average[i] = T((x & y) + ((x ^ y) >> 1));
    average_up[i] = T((x | y) - ((x ^ y) >> 1));
}

kernel void carry(device const U *c [[buffer(0)]], device const U *d [[buffer(1)]], device U *carried [[buffer(2)]],
                  device U *borrowed [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    const U x = c[i], y = d[i], sum = U(x + y);
    carried[i] = sum < x ? ALL : sum;
    borrowed[i] = x > y ? U(x - y) : U(0);
}

static T count_in_parallel(T x)
{
    U s = U(x);
    s -= (s >> 1) & U(ALL / 3);
    s = U((s & U(ALL / 5)) + ((s >> 2) & U(ALL / 5)));
    s = U((s + (s >> 4)) & U(ALL / 17));
    return T(U(s * U(ALL / 255)) >> (BITS - 8));
}

static T reverse_by_halves(T x)
{
    U r = U(x), mask = ALL;
    for (uint shift = BITS / 2; shift > 0; shift >>= 1) {
        mask ^= U(mask << shift);
        r = U((r >> shift & mask) | (r << shift & U(~mask)));
    }
    return T(r);
}

kernel void one(device const T *a [[buffer(0)]], device T *magnitude [[buffer(1)]], device T *ones [[buffer(2)]],
                device T *ones_by_one [[buffer(3)]], device T *leading [[buffer(4)]], device T *trailing [[buffer(5)]],
                device T *reversed [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const T x = a[i];
    magnitude[i] = x < 0 ? T(U(0) - U(x)) : x;
    ones[i] = count_in_parallel(x);
    T n = 0;
    for (U rest = U(x); rest; n++)
        rest &= rest - 1;
    ones_by_one[i] = n;
    n = T(BITS);
    for (U rest = U(x); rest; rest >>= 1)
        n--;
    leading[i] = n;
    const U rest = U(x);
    trailing[i] = rest ? count_in_parallel(T(U(rest & (U(0) - rest)) - 1)) : T(BITS);
    reversed[i] = reverse_by_halves(x);
}

kernel void rotate(device const U *c [[buffer(0)]], device const U *count [[buffer(1)]],
                   device U *rotated [[buffer(2)]], device U *rotated_high [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    const U x = c[i], n = count[i];
    rotated[i] = U(x << n | x >> (-n & (BITS - 1)));
    rotated_high[i] = U(x << (BITS - 3) | x >> 3);
}
