//! title:     Operations in a row give what each gives after the other
//! verifies:  ops.div.int.truncation ops.unsigned.modulo ops.shift.left.zero_fill ops.shift.right.unsigned
//!            ops.shift.count_modulo ops.bitwise.scalar
//! requires:  msl 2.3
//! dispatch:  numbers(a, b, multiple, quotient, twice, tenths, field): threads 1024, threadgroup 64
//! dispatch:  shifted(a, right, left, by_given): threads 1024, threadgroup 64
//! dispatch:  joined(first, second, count, funnel, mixed): threads 8, threadgroup 8
//! in:        a uint[1024] = whole_numbers(0, 2)
//! in:        b uint[1024] = whole_numbers(1, 2)
//! in:        first uint[8] = values 270544960 2147483649 2147483649 305419896 4026531840 3735928559 16909060 3840
//! in:        second uint[8] = values 16909060 2147483648 3 2596069104 15 305419896 4294967295 240
//! in:        count uint[8] = values 0 1 31 16 0 8 24 32
//! out:       multiple uint[1024]
//! out:       quotient uint[1024]
//! out:       twice uint[1024]
//! out:       tenths uint[1024]
//! out:       field uint[1024]
//! out:       right uint[1024]
//! out:       left uint[1024]
//! out:       by_given uint2[1024]
//! out:       funnel uint[8]
//! out:       mixed uint4[8]
//! expect:    multiple = formula((a // 7) * 7)
//! expect:    quotient = formula(((a * 7) % 4294967296) // 7)
//! expect:    twice = formula((a // 100000) // 100000)
//! expect:    tenths = formula(b == 0 ? 0 : (((a % 65536) * b) % 4294967296) // b)
//! expect:    field = formula(a % 33554432)
//! expect:    right = values 0 …
//! expect:    left = values 0 …
//! expect:    by_given = values 0 …
//! expect:    funnel = values 287454020 3 2147483649 1450744508 4026531855 2914971410 83886079 4080
//! expect:    mixed = values 0 18875200 16909060 270544960 2147483649 2147483649 2147483649 2147483648 1 1 2147483651
//!            1 2461325048 2587156088 448585456 2452903544 0 0 2147483662 1879048193 507338367 313349871 2452903545
//!            1588444910 4059231220 4278386436 2147483646 2164392709 4080 0 240 3840
//! mutant:    ops.div.int.truncation | replace `x / 7 * 7` with `x`
//! mutant:    ops.unsigned.modulo | replace `x * 7 / 7` with `x`
//! mutant:    ops.div.int.truncation | replace `x / 100000 / 100000` with `x / 1410065408`
//! mutant:    ops.unsigned.modulo | replace `half_of_x * y / y` with `half_of_x`
//! mutant:    ops.shift.left.zero_fill | replace `x << 7 >> 7` with `x`
//! mutant:    ops.shift.right.unsigned | replace `x >> 20 >> 20` with `x >> 8`
//! mutant:    ops.shift.left.zero_fill | replace `x << 20 << 20` with `x << 8`
//! mutant:    ops.shift.count_modulo | replace `second[i] >> (32 - n)` with `(n == 0 ? 0 : second[i] >> (32 - n))`
//! mutant:    ops.bitwise.scalar | replace `MIXED(0x0f0f0f0f)` with `MIXED(0x0000000f)`
//! mutant:    ops.bitwise.scalar | replace `MIXED(0x80000001)` with `MIXED(0x00000001)`
//! note:      Each is like a single operation that a compiler could take it for: nothing, one division, one shift, a
//!            shift of two words, a field of bits.

#include <metal_stdlib>
using namespace metal;

kernel void numbers(device const uint *a [[buffer(0)]], device const uint *b [[buffer(1)]],
                    device uint *multiple [[buffer(2)]], device uint *quotient [[buffer(3)]],
                    device uint *twice [[buffer(4)]], device uint *tenths [[buffer(5)]],
                    device uint *field [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const uint x = a[i], y = b[i], half_of_x = x & 0xffff;
    multiple[i] = x / 7 * 7;
    quotient[i] = x * 7 / 7;
    twice[i] = x / 100000 / 100000;
    tenths[i] = y == 0 ? 0 : half_of_x * y / y;
    field[i] = x << 7 >> 7;
}

kernel void shifted(device const uint *a [[buffer(0)]], device uint *right [[buffer(1)]],
                    device uint *left [[buffer(2)]], device uint2 *by_given [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    const uint x = a[i], few = 16 + (i & 15), rest = 32 - (i & 15) / 2;
    right[i] = x >> 20 >> 20;
    left[i] = x << 20 << 20;
    by_given[i] = uint2(x >> few >> (rest - 16), x << few << (rest - 16));
}

#define MIXED(mask) ((first[i] & mask) | (second[i] & ~mask))

kernel void joined(device const uint *first [[buffer(0)]], device const uint *second [[buffer(1)]],
                   device const uint *count [[buffer(2)]], device uint *funnel [[buffer(3)]],
                   device uint4 *mixed [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const uint n = count[i];
    funnel[i] = first[i] << n | second[i] >> (32 - n);
    mixed[i] = uint4(MIXED(0x0f0f0f0f), MIXED(0x00ff00ff), MIXED(0x80000001), MIXED(0x7ffffffe));
}
