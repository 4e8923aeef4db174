//! title:     numeric_limits of floating types hold the limits of their formats; what is open is recorded
//! verifies:  lib.more.limits
//! requires:  msl 3.1, feature bfloat
//! for:       (T, DIGITS, MOST, STEP, LEAST, LEAST_EXPONENT, MOST_EXPONENT, DECIMALS) in
//!            (float, 24, 0x1.fffffep+127, 0x1p-23, 0x1p-126, -125, 128, 6) (half, 11, 65504, 0x1p-10, 0x1p-14, -13, 16, 3)
//!            (bfloat, 8, 0x1.fep+127, 0x1p-7, 0x1p-126, -125, 128, 2)
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! out:       whole int[13]
//! out:       values_of T[5]
//! out:       open int[6]
//! out:       denorm_least T[1]
//! out:       error T[1]
//! out:       nan int[1]
//! expect:    whole = values DIGITS 2 1 1 0 1 1 0 1 0 LEAST_EXPONENT MOST_EXPONENT DECIMALS
//! expect:    nan = values 1
//! expect:    values_of = values MOST -MOST STEP LEAST inf
//! expect:    open = recorded values 0 0 -1 0 0 0
//! expect:    denorm_least = recorded values LEAST
//! expect:    error = recorded values 1
//! mutant:    lib.more.limits | replace `limits::digits;` with `limits::digits10;`
//! mutant:    lib.more.limits | replace `limits::lowest()` with `limits::min()`
//! mutant:    lib.more.limits | replace `limits::epsilon()` with `limits::min()`
//! mutant:    lib.more.limits | replace `limits::has_quiet_NaN` with `limits::is_exact`
//! mutant:    lib.more.limits | replace `limits::quiet_NaN()` with `limits::infinity()`
//! note:      Apple's library calls its floats neither IEC 559 nor rounded to nearest, and gives the least normal number for
//!            denorm_min() and 1 for round_error() (toolchain 32023.883).

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *whole [[buffer(0)]], device T *values_of [[buffer(1)]], device int *open [[buffer(2)]],
                   device T *denorm_least [[buffer(3)]], device T *error [[buffer(4)]],
                   device int *nan [[buffer(5)]])
{
    typedef numeric_limits<T> limits;
    whole[0] = limits::digits;
    whole[1] = limits::radix;
    whole[2] = limits::is_signed;
    whole[3] = limits::has_infinity;
    whole[4] = limits::is_integer;
    whole[5] = limits::is_specialized;
    whole[6] = limits::is_bounded;
    whole[7] = limits::is_exact;
    whole[8] = limits::has_quiet_NaN;
    whole[9] = limits::is_modulo;
    whole[10] = limits::min_exponent;
    whole[11] = limits::max_exponent;
    whole[12] = limits::digits10;
    values_of[0] = limits::max();
    values_of[1] = limits::lowest();
    values_of[2] = limits::epsilon();
    values_of[3] = limits::min();
    values_of[4] = limits::infinity();
    open[0] = limits::is_iec559;
    open[1] = limits::has_signaling_NaN;
    open[2] = limits::round_style;
    open[3] = limits::has_denorm_loss;
    open[4] = limits::traps;
    open[5] = limits::tinyness_before;
    nan[0] = isnan(limits::quiet_NaN());
    denorm_least[0] = limits::denorm_min();
    error[0] = limits::round_error();
}
