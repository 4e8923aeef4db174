//! title:     Numbers compare, multiply and convert by their value in the wider type, not by what a narrower keeps
//! verifies:  ops.relational.scalar ops.equality.scalar convert.static_cast.int_to_int convert.static_cast.int_to_float
//! requires:  msl 2.3
//! dispatch:  beyond(bytes, signed_bytes, words, signed_words, never, always): threads 256, threadgroup 64
//! dispatch:  cut(a, b, sum_below, product_is): threads 1024, threadgroup 64
//! dispatch:  reals(whole, tenths, fractions, rounded, of_halves): threads 8, threadgroup 8
//! dispatch:  fields(a, field): threads 1024, threadgroup 64
//! dispatch:  products(signed_quads, quads, a, b, dots, low): threads 256, threadgroup 64
//! in:        bytes uchar[256] = iota
//! in:        signed_bytes char[256] = iota(-128)
//! in:        words ushort[256] = iota(4300)
//! in:        signed_words short[256] = iota(-32768)
//! in:        a uint[1024] = whole_numbers(0, 2)
//! in:        b uint[1024] = whole_numbers(1, 2)
//! in:        whole int[8] = values 0 1 -1 2 3 16777216 16777217 -16777217
//! in:        tenths half[8] = values 0 0.1 -0.1 0.3 1000.1 65504 inf -0.7
//! in:        signed_quads char[256, 4] = random
//! in:        quads uchar[256, 4] = random
//! out:       never uint[256]
//! out:       always uint[256]
//! out:       sum_below uint[1024]
//! out:       product_is uint[1024]
//! out:       fractions uint4[8]
//! out:       rounded int[8]
//! out:       of_halves uint4[8]
//! out:       field float2[1024]
//! out:       dots int[256]
//! out:       low uint[256]
//! expect:    never = values 0 …
//! expect:    always = values 15 …
//! expect:    sum_below = formula((a + b) % 256 < 10)
//! expect:    product_is = formula(((a % 65536) * (b % 65536)) % 65536 == 1)
//! expect:    fractions = values 1 0 0 1 0 1 0 1 1 0 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 1 0 0 1
//! expect:    rounded = values 0 1 -1 2 3 16777216 16777216 -16777216
//! expect:    of_halves = values 1 0 1 1 1 0 1 1 1 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 0 1 1 0 1 1
//! expect:    field = formula(each(i < 1024, k < 2: k == 0 ? (a[i] // 16) % 256 : (a[i] // 4096) % 256))
//! expect:    dots = formula(each(i < 256: sum(k < 4: signed_quads[i, k] * quads[i, k])))
//! expect:    low = formula(each(i < 256: ((a[i] % 16777216) * (b[i] % 16777216)) % 4294967296))
//! mutant:    ops.equality.scalar | replace `byte == 300` with `byte == (300 & 255)`
//! mutant:    ops.relational.scalar | replace `signed_byte >= 200` with `signed_byte >= char(200)`
//! mutant:    ops.equality.scalar | replace `word == 70000` with `word == ushort(70000)`
//! mutant:    ops.relational.scalar | replace `signed_word < -40000` with `signed_word < short(-40000)`
//! mutant:    ops.relational.scalar | replace `byte < 256` with `byte < uchar(256)`
//! mutant:    ops.relational.scalar | replace `signed_word > -32769` with `signed_word > short(-32769)`
//! mutant:    convert.static_cast.int_to_int | replace `uchar(x + y) < 10` with `x + y < 10`
//! mutant:    convert.static_cast.int_to_int | replace `ushort(ushort(x) * uint(ushort(y))) == 1` with
//!            `ushort(x) * uint(ushort(y)) == 1`
//! mutant:    ops.relational.scalar | replace `float(n) < 0.5f` with `n < 0`
//! mutant:    ops.relational.scalar | replace `float(n) > 0.5f` with `n > 1`
//! mutant:    ops.equality.scalar | replace `float(n) == 2.5f` with `n == 2`
//! mutant:    convert.static_cast.int_to_float | replace `float(n) <= 16777216.0f` with `n <= 16777216`
//! mutant:    convert.static_cast.int_to_float | replace `int(float(n))` with `n`
//! mutant:    ops.relational.scalar | replace `h < 0.1f` with `h < 0.1h`
//! mutant:    ops.equality.scalar | replace `h == 0.1f` with `h == 0.1h`
//! mutant:    ops.relational.scalar | replace `h < 65520.0f` with `h < 0.0f`
//! mutant:    ops.equality.scalar | replace `h != 1000.1f` with `h != 1000.1h`
//! mutant:    convert.static_cast.int_to_float | replace `float(x >> 4 & 255)` with `float(x >> 8 & 255)`
//! mutant:    convert.static_cast.int_to_float | replace `float(x >> 12 & 255)` with `float(x >> 16 & 255)`
//! mutant:    convert.static_cast.int_to_int | replace `signed_quads[i][k] * quads[i][k]` with
//!            `signed_quads[i][k] * char(quads[i][k])`
//! mutant:    convert.static_cast.int_to_int | replace `(x & 0xffffff) * (y & 0xffffff)` with
//!            `uint((int(x << 8) >> 8) * (int(y << 8) >> 8))`

#include <metal_stdlib>
using namespace metal;

kernel void beyond(device const uchar *bytes [[buffer(0)]], device const char *signed_bytes [[buffer(1)]],
                   device const ushort *words [[buffer(2)]], device const short *signed_words [[buffer(3)]],
                   device uint *never [[buffer(4)]], device uint *always [[buffer(5)]],
                   uint i [[thread_position_in_grid]])
{
    const uchar byte = bytes[i];
    const char signed_byte = signed_bytes[i];
    const ushort word = words[i];
    const short signed_word = signed_words[i];
    never[i] = (byte == 300 ? 1 : 0) | (signed_byte >= 200 ? 2 : 0) | (word == 70000 ? 4 : 0) |
               (signed_word < -40000 ? 8 : 0);
    always[i] = (byte < 256 ? 1 : 0) | (signed_byte != 128 ? 2 : 0) | (word < 65536 ? 4 : 0) |
                (signed_word > -32769 ? 8 : 0);
}

kernel void cut(device const uint *a [[buffer(0)]], device const uint *b [[buffer(1)]],
                device uint *sum_below [[buffer(2)]], device uint *product_is [[buffer(3)]],
                uint i [[thread_position_in_grid]])
{
    const uint x = a[i], y = b[i];
    sum_below[i] = uchar(x + y) < 10;
    product_is[i] = ushort(ushort(x) * uint(ushort(y))) == 1;
}

kernel void reals(device const int *whole [[buffer(0)]], device const half *tenths [[buffer(1)]],
                  device uint4 *fractions [[buffer(2)]], device int *rounded [[buffer(3)]],
                  device uint4 *of_halves [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const int n = whole[i];
    const half h = tenths[i];
    fractions[i] = uint4(float(n) < 0.5f, float(n) > 0.5f, float(n) == 2.5f, float(n) <= 16777216.0f);
    rounded[i] = int(float(n));
    of_halves[i] = uint4(h < 0.1f, h == 0.1f, h < 65520.0f, h != 1000.1f);
}

kernel void fields(device const uint *a [[buffer(0)]], device float2 *field [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const uint x = a[i];
    field[i] = float2(float(x >> 4 & 255), float(x >> 12 & 255));
}

kernel void products(device const char4 *signed_quads [[buffer(0)]], device const uchar4 *quads [[buffer(1)]],
                     device const uint *a [[buffer(2)]], device const uint *b [[buffer(3)]],
                     device int *dots [[buffer(4)]], device uint *low [[buffer(5)]],
                     uint i [[thread_position_in_grid]])
{
    int sum = 0;
    for (uint k = 0; k < 4; k++)
        sum += signed_quads[i][k] * quads[i][k];
    dots[i] = sum;
    const uint x = a[i], y = b[i];
    low[i] = (x & 0xffffff) * (y & 0xffffff);
}
