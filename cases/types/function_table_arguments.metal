//! title:     Functions of a table get all their arguments: many, narrow, with signs, vectors, pointers, structures
//! verifies:  vft.signature vft.subscript vft.size
//! requires:  msl 2.3, feature function_pointers
//! options:   link mix_0 mix_1 mix_2 mix_3 mix_4 mix_5 mix_6 mix_7 mix_8
//! dispatch:  call(table, numbers, data, result, size): threads 18, threadgroup 18
//! in:        table functions = mix_4, mix_8, mix_0, mix_5, mix_2, mix_7, mix_1, mix_6, mix_3
//! in:        numbers int[18] = iota(1)
//! in:        data uint[120] = iota
//! out:       result long[18]
//! out:       size uint[1]
//! expect:    result = values 18014798513591028 320004111208 18014638513595344 160004115525 18014478513599666 4119847
//!            18014318513603985 -159995875834 18014158513608307 -319995871516 18013998513612632 -479995867200
//!            18013838513616949 -639995862878 18013678513621271 -799995858559 18013518513625590 -959995854237
//! expect:    size = values 9
//! mutant:    vft.subscript | replace `table[i % 9]` with `table[i % 4]`
//! mutant:    vft.signature | replace `char(-3 * x)` with `char(-3 * x & 0x7f)`
//! mutant:    vft.signature | replace `short(x - 30000)` with `short(x & 0x7fff)`
//! mutant:    vft.signature | replace `data + 100 + x` with `data + x`
//! mutant:    vft.signature | replace `two_numbers{-x, uchar(200 - x)}` with `two_numbers{-x, 0}`
//! mutant:    vft.signature | replace `uchar(255 - x)` with `uchar(127)`
//! mutant:    vft.size | replace `table.size()` with `8`

#include <metal_stdlib>
using namespace metal;

struct two_numbers {
    int first;
    uchar second;
};

/* More arguments than registers hold, of every size. */
#define ARGUMENTS                                                                                                      \
    char a, uchar b, short c, ushort d, int e, uint f, long g, bool h, half of_half, float of_float, float4 four,      \
        device const uint *place, two_numbers both, uchar last_but_one, char last

static long sum_of(ARGUMENTS)
{
    return a + 2 * b + 3 * c + 5 * long(d) + 7 * long(e) + 11 * long(f) + g + (h ? 1l << 50 : 0) +
           13 * long(of_half * 2) + 17 * long(of_float * 4) + 19 * long(four.x + 10 * four.w) + 23 * long(*place) +
           29 * both.first + 31 * both.second + 37 * last_but_one + 41 * last;
}

#define MIX(n)                                                                                                         \
    [[visible]] long mix_##n(ARGUMENTS)                                                                                \
    {                                                                                                                  \
        return 16 * sum_of(a, b, c, d, e, f, g, h, of_half, of_float, four, place, both, last_but_one, last) + n;      \
    }

MIX(0)
MIX(1)
MIX(2)
MIX(3)
MIX(4)
MIX(5)
MIX(6)
MIX(7)
MIX(8)

kernel void call(visible_function_table<long(ARGUMENTS)> table [[buffer(0)]], device const int *numbers [[buffer(1)]],
                 device const uint *data [[buffer(2)]], device long *result [[buffer(3)]],
                 device uint *size [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const int x = numbers[i];
    result[i] = table[i % 9](char(-3 * x), uchar(250 - x), short(x - 30000), ushort(65535 - x), x - 2000000000,
                             uint(x) + 4000000000, -5000000000l * x, x % 2 != 0, half(x) / 2, float(x) / 4,
                             float4(x, x + 1, x + 2, x + 3), data + 100 + x, two_numbers{-x, uchar(200 - x)},
                             uchar(255 - x), char(-x));
    if (i == 0)
        size[0] = table.size();
}
