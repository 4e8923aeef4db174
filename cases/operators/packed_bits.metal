//! title:     Packed vectors have & | ^ ~ << >> of vectors, for each type and width
//! verifies:  packed.bits
//! requires:  msl 2.3
//! for:       (T, MOST) in (char, 127) (uchar, 255) (short, 32767) (ushort, 65535) (int, 2147483647) (uint, 2147483647)
//!            (long, 2147483647) (ulong, 2147483647)
//! subcases:  N in 2 3 4
//! dispatch:  threads 64, threadgroup 64
//! in:        a vec<T, N>[64] = integers(0, MOST)
//! in:        b vec<T, N>[64] = integers(1, MOST)
//! in:        few vec<T, N>[64] = integers(0, 7)
//! in:        ones vec<T, N>[64] = iota(-1, 0)
//! out:       rest vec<T, N>[64]
//! out:       both vec<T, N>[64]
//! out:       either vec<T, N>[64]
//! out:       one vec<T, N>[64]
//! out:       left vec<T, N>[64]
//! out:       right vec<T, N>[64]
//! out:       turned vec<T, N>[64]
//! expect:    turned = bits_xor(a, ones)
//! expect:    rest = remaindered(a, b)
//! expect:    both = bits_and(a, b)
//! expect:    either = bits_or(a, b)
//! expect:    one = bits_xor(a, b)
//! expect:    left = shifted_left(a, few)
//! expect:    right = shifted_right(a, few)
//! mutant:    packed.bits | replace `x %= y` with `x = y % x`
//! mutant:    packed.bits | replace `x = ~x` with `x = -x`
//! mutant:    packed.bits | replace `x <<= f` with `x >>= f`
//! refusal:   the text gives packed vectors arithmetic, logical and relational operators, and says nothing of bits

#include <metal_stdlib>
using namespace metal;

#define RESULT(...) { packed_vec<T, N> x(a[i]); const packed_vec<T, N> y(b[i]), f(few[i]); __VA_ARGS__; r = x; }

kernel void operate(device const vec<T, N> *a [[buffer(0)]], device const vec<T, N> *b [[buffer(1)]],
                    device const vec<T, N> *few [[buffer(2)]], device vec<T, N> *rest [[buffer(4)]],
                    device vec<T, N> *both [[buffer(5)]], device vec<T, N> *either [[buffer(6)]],
                    device vec<T, N> *one [[buffer(7)]], device vec<T, N> *left [[buffer(8)]],
                    device vec<T, N> *right [[buffer(9)]], device vec<T, N> *turned [[buffer(10)]],
                    uint i [[thread_position_in_grid]])
{
    vec<T, N> r;
    RESULT(x %= y)
    rest[i] = r;
    RESULT(x &= y)
    both[i] = r;
    RESULT(x |= y)
    either[i] = r;
    RESULT(x ^= y)
    one[i] = r;
    RESULT(x <<= f)
    left[i] = r;
    RESULT(x >>= f)
    right[i] = r;
    RESULT(x = ~x)
    turned[i] = r;
}
