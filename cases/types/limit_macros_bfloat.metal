//! title:     The limits of bfloat as macros, whose values the format decides
//! verifies:  lib.more.limits
//! requires:  msl 3.1, feature bfloat
//! dispatch:  threads 1, threadgroup 1
//! out:       whole int[8]
//! out:       ends bfloat[3]
//! expect:    whole = values 2 8 38 128 -37 -125 2 4
//! expect:    ends = values 0x1.fep+127 0x1p-126 0x1p-7
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.limits | replace `= BFLT_DIG;` with `= BFLT_DECIMAL_DIG;`
//! mutant:    lib.more.limits | replace `= BFLT_MIN;` with `= -BFLT_MAX;`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *whole [[buffer(0)]], device bfloat *ends [[buffer(1)]])
{
    whole[0] = BFLT_DIG;
    whole[1] = BFLT_MANT_DIG;
    whole[2] = BFLT_MAX_10_EXP;
    whole[3] = BFLT_MAX_EXP;
    whole[4] = BFLT_MIN_10_EXP;
    whole[5] = BFLT_MIN_EXP;
    whole[6] = BFLT_RADIX;
    whole[7] = BFLT_DECIMAL_DIG;
    ends[0] = BFLT_MAX;
    ends[1] = BFLT_MIN;
    ends[2] = BFLT_EPSILON;
}
