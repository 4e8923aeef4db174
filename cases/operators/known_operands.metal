//! title:     Integer operators give with a literal or a function constant what they give with operands of memory
//! verifies:  ops.div.int.truncation ops.shift.left.zero_fill ops.shift.right.unsigned ops.shift.right.negative
//! requires:  msl 2.3
//! for:       (T, NUMBER, DIVISOR, COUNT) in (int, 2147483647, 7, 3) (int, -2147483647, -7, 1) (int, -1, 2147483647, 31)
//!            (int, -1000003, -16, 16) (uint, 4294967295, 7, 3) (uint, 2147483648, 3, 1) (uint, 2147483649, 2147483648, 31)
//!            (uint, 1000003, 16, 16) (long, 9007199254740881, 10, 40) (long, -4503599627370497, -1000000007, 33)
//!            (long, 4294967297, 8589934592, 32) (ulong, 9007199254740991, 7, 35) (ulong, 4294967297, 4294967297, 63)
//!            (short, -32767, 10, 3) (ushort, 65535, 7, 5) (char, -127, 3, 2) (uchar, 255, 10, 7)
//! for:       HOW in literal given
//! constant:  given_number(0) T = NUMBER
//! constant:  given_divisor(1) T = DIVISOR
//! constant:  given_count(2) T = COUNT
//! dispatch:  divide(a, positive, by_known, of_known): threads 512, threadgroup 64
//! dispatch:  shift(a, few, left, left_of, right, right_of): threads 512, threadgroup 64
//! in:        a T[512] = random
//! in:        positive T[512] = integers(1, 120)
//! in:        few T[512] = integers(0, 8 * sizeof(T) - 1)
//! in:        number T[512] = constant(NUMBER)
//! in:        divisor T[512] = constant(DIVISOR)
//! in:        count T[512] = constant(COUNT)
//! out:       by_known T[512]
//! out:       of_known T[512]
//! out:       left T[512]
//! out:       left_of T[512]
//! out:       right T[512]
//! out:       right_of T[512]
//! expect:    by_known = divided(a, divisor)
//! expect:    of_known = divided(number, positive)
//! expect:    left = shifted_left(a, count)
//! expect:    left_of = shifted_left(number, few)
//! expect:    right = shifted_right(a, count)
//! expect:    right_of = shifted_right(number, few)
//! mutant:    ops.div.int.truncation | replace `a[i] / KNOWN(divisor)` with `a[i] / (KNOWN(divisor) / 2)`
//! mutant:    ops.div.int.truncation | replace `KNOWN(number) / positive[i]` with `KNOWN(number) / (positive[i] + 1)` | for NUMBER=2147483647
//! mutant:    ops.shift.left.zero_fill | replace `a[i] << KNOWN(count)` with `~(~a[i] << KNOWN(count))`
//! mutant:    ops.shift.left.zero_fill | replace `KNOWN(number) << few[i]` with `~(~KNOWN(number) << few[i])`
//! mutant:    ops.shift.right.unsigned ops.shift.right.negative | replace `a[i] >> KNOWN(count)` with
//!            `a[i] >> (KNOWN(count) - 1)`
//! mutant:    ops.shift.right.unsigned | replace `KNOWN(number) >> few[i]` with `T(int(KNOWN(number)) >> few[i])` | for NUMBER=4294967295
//! mutant:    ops.shift.right.negative | replace `KNOWN(number) >> few[i]` with `T(uint(KNOWN(number)) >> few[i])` | for NUMBER=-1
//! note:      Here the compiler is meant to know the operand.

#include <metal_stdlib>
using namespace metal;

constant T given_number [[function_constant(0)]];
constant T given_divisor [[function_constant(1)]];
constant T given_count [[function_constant(2)]];

constant constexpr T literal_number = T(NUMBER);
constant constexpr T literal_divisor = T(DIVISOR);
constant constexpr T literal_count = T(COUNT);

#define JOINED(a, b) a##_##b
#define NAMED(a, b) JOINED(a, b)
#define KNOWN(name) NAMED(HOW, name)

kernel void divide(device const T *a [[buffer(0)]], device const T *positive [[buffer(1)]],
                   device T *by_known [[buffer(2)]], device T *of_known [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    by_known[i] = a[i] / KNOWN(divisor);
    of_known[i] = KNOWN(number) / positive[i];
}

kernel void shift(device const T *a [[buffer(0)]], device const T *few [[buffer(1)]], device T *left [[buffer(2)]],
                  device T *left_of [[buffer(3)]], device T *right [[buffer(4)]], device T *right_of [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    left[i] = a[i] << KNOWN(count);
    left_of[i] = KNOWN(number) << few[i];
    right[i] = a[i] >> KNOWN(count);
    right_of[i] = KNOWN(number) >> few[i];
}
