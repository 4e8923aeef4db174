//! title:     The limits of integer and floating types as macros, whose values the formats decide
//! verifies:  lib.more.limits
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! out:       small int[13]
//! out:       wide long[4]
//! out:       of_float int[8]
//! out:       of_half int[8]
//! out:       floats float[3]
//! out:       halves half[3]
//! expect:    small = values 8 127 -128 255 127 -128 65535 32767 -32768 -1 2147483647 -2147483648 2
//! expect:    wide = values -1 9223372036854775807 -9223372036854775807-1 4294967295
//! expect:    of_float = values 6 24 38 128 -37 -125 2 9
//! expect:    of_half = values 3 11 4 16 -4 -13 2 5
//! expect:    floats = values 0x1.fffffep+127 0x1p-126 0x1p-23
//! expect:    halves = values 65504 0x1p-14 0x1p-10
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.limits | replace `small[0] = CHAR_BIT` with `small[0] = CHAR_BIT + 1`
//! mutant:    lib.more.limits | replace `= FLT_MIN;` with `= FLT_MIN * 2;`
//! mutant:    lib.more.limits | replace `= HALF_MAX_10_EXP;` with `= HALF_MAX_EXP;`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *small [[buffer(0)]], device long *wide [[buffer(1)]],
                   device int *of_float [[buffer(2)]], device int *of_half [[buffer(3)]],
                   device float *floats [[buffer(4)]], device half *halves [[buffer(5)]])
{
    small[0] = CHAR_BIT;
    small[1] = SCHAR_MAX;
    small[2] = SCHAR_MIN;
    small[3] = UCHAR_MAX;
    small[4] = CHAR_MAX;
    small[5] = CHAR_MIN;
    small[6] = USHRT_MAX;
    small[7] = SHRT_MAX;
    small[8] = SHRT_MIN;
    small[9] = UINT_MAX;
    small[10] = INT_MAX;
    small[11] = INT_MIN;
    small[12] = FLT_RADIX;
    wide[0] = ULONG_MAX;
    wide[1] = LONG_MAX;
    wide[2] = LONG_MIN;
    wide[3] = UINT_MAX;
    of_float[0] = FLT_DIG;
    of_float[1] = FLT_MANT_DIG;
    of_float[2] = FLT_MAX_10_EXP;
    of_float[3] = FLT_MAX_EXP;
    of_float[4] = FLT_MIN_10_EXP;
    of_float[5] = FLT_MIN_EXP;
    of_float[6] = FLT_RADIX;
    of_float[7] = FLT_DECIMAL_DIG;
    of_half[0] = HALF_DIG;
    of_half[1] = HALF_MANT_DIG;
    of_half[2] = HALF_MAX_10_EXP;
    of_half[3] = HALF_MAX_EXP;
    of_half[4] = HALF_MIN_10_EXP;
    of_half[5] = HALF_MIN_EXP;
    of_half[6] = HALF_RADIX;
    of_half[7] = HALF_DECIMAL_DIG;
    floats[0] = FLT_MAX;
    floats[1] = FLT_MIN;
    floats[2] = FLT_EPSILON;
    halves[0] = HALF_MAX;
    halves[1] = HALF_MIN;
    halves[2] = HALF_EPSILON;
}
