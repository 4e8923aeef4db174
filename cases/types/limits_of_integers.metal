//! title:     numeric_limits of integer types: every member
//! verifies:  lib.more.limits
//! requires:  msl 2.3
//! for:       (T, SIGNED, DIGITS, DECIMALS, LEAST, HALF) in (char, 1, 7, 2, -128, 63) (uchar, 0, 8, 2, 0, 127)
//!            (short, 1, 15, 4, -32768, 16383) (ushort, 0, 16, 4, 0, 32767) (int, 1, 31, 9, -2147483648, 1073741823)
//!            (uint, 0, 32, 9, 0, 2147483647) (long, 1, 63, 18, 0x8000000000000000, 4611686018427387903)
//!            (ulong, 0, 64, 19, 0, 9223372036854775807)
//! dispatch:  threads 1, threadgroup 1
//! out:       facts int[15]
//! out:       open int[3]
//! out:       ends T[3]
//! out:       nothing T[6]
//! expect:    facts = values 1 SIGNED 1 1 1 DIGITS DECIMALS 2 0 0 0 0 0 0 1
//! expect:    open = recorded values 0 0 0
//! expect:    ends = values LEAST HALF LEAST
//! expect:    nothing = values 0 …
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.limits | replace `limits::digits10` with `limits::digits`
//! mutant:    lib.more.limits | replace `limits::lowest()` with `limits::max()`
//! mutant:    lib.more.limits | replace `limits::epsilon()` with `T(1)`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *facts [[buffer(0)]], device int *open [[buffer(1)]], device T *ends [[buffer(2)]],
                   device T *nothing [[buffer(3)]])
{
    typedef numeric_limits<T> limits;
    facts[0] = limits::is_specialized;
    facts[1] = limits::is_signed;
    facts[2] = limits::is_integer;
    facts[3] = limits::is_exact;
    facts[4] = limits::is_bounded;
    facts[5] = limits::digits;
    facts[6] = limits::digits10;
    facts[7] = limits::radix;
    facts[8] = limits::min_exponent;
    facts[9] = limits::min_exponent10;
    facts[10] = limits::max_exponent;
    facts[11] = limits::max_exponent10;
    facts[12] = limits::has_infinity;
    facts[13] = limits::has_quiet_NaN;
    facts[14] = limits::max() & 1;
    open[0] = limits::traps;
    open[1] = limits::tinyness_before;
    open[2] = limits::round_style;
    ends[0] = limits::min();
    ends[1] = limits::max() >> 1;
    ends[2] = limits::lowest();
    nothing[0] = limits::epsilon();
    nothing[1] = limits::round_error();
    nothing[2] = limits::infinity();
    nothing[3] = limits::quiet_NaN();
    nothing[4] = limits::signaling_NaN();
    nothing[5] = limits::denorm_min();
}
