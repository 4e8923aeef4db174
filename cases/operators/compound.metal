//! title:     += -= *= /= leave in the left operand what + - * / give, for each type and width, plain vector or packed
//! verifies:  ops.other.cxx packed.arithmetic
//! requires:  msl 2.3
//! for:       (T, LOW) in (char, -10) (uchar, 0) (short, -10) (ushort, 0) (int, -10) (uint, 0) (long, -10) (ulong, 0)
//!            (half, -10) (float, -10); V in vec packed_vec
//! subcases:  N in 2 3 4
//! math:      safe
//! functions: precise
//! dispatch:  threads 64, threadgroup 64
//! in:        a vec<T, N>[64] = integers(LOW, 11)
//! in:        b vec<T, N>[64] = integers(1, 11)
//! in:        s T[64] = integers(1, 11)
//! out:       sum vec<T, N>[64]
//! out:       difference vec<T, N>[64]
//! out:       product vec<T, N>[64]
//! out:       quotient vec<T, N>[64]
//! out:       more vec<T, N>[64]
//! out:       parts vec<T, N>[64]
//! expect:    sum = added(a, b)
//! expect:    difference = subtracted(a, b)
//! expect:    product = multiplied(a, b)
//! expect:    quotient = divided(a, b)
//! expect:    more = added(a, s)
//! expect:    parts = divided(a, s)
//! mutant:    ops.other.cxx | replace `x -= y` with `x = y - x` | for V=vec
//! mutant:    packed.arithmetic | replace `x /= y` with `x = y / x` | for V=packed_vec

#include <metal_stdlib>
using namespace metal;

#define RESULT(...) { V<T, N> x(a[i]); const V<T, N> y(b[i]); const T z = s[i]; __VA_ARGS__; r = x; }

kernel void operate(device const vec<T, N> *a [[buffer(0)]], device const vec<T, N> *b [[buffer(1)]],
                    device const T *s [[buffer(2)]], device vec<T, N> *sum [[buffer(3)]],
                    device vec<T, N> *difference [[buffer(4)]], device vec<T, N> *product [[buffer(5)]],
                    device vec<T, N> *quotient [[buffer(6)]], device vec<T, N> *more [[buffer(7)]],
                    device vec<T, N> *parts [[buffer(8)]], uint i [[thread_position_in_grid]])
{
    vec<T, N> r;
    RESULT(x += y)
    sum[i] = r;
    RESULT(x -= y)
    difference[i] = r;
    RESULT(x *= y)
    product[i] = r;
    RESULT(x /= y)
    quotient[i] = r;
    RESULT(x += z)
    more[i] = r;
    RESULT(x /= z)
    parts[i] = r;
}
