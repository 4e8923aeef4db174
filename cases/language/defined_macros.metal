//! title:     Macros given with the compilation stand as if defined in the program, in any number
//! verifies:  opt.define.definition opt.define.name opt.define.repeat_order
//! macro:     SUM = 14
//! macro:     WIDE = float4
//! macro:     FLAG = 1
//! macro:     OTHER = 9
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[5]
//! expect:    result = values 14 16 1 9 1
//! mutant:    opt.define.definition | replace `result[0] = SUM` with `result[0] = SUM + 1`
//! mutant:    opt.define.name | replace `result[2] = FLAG` with `result[2] = FLAG + 1`
//! mutant:    opt.define.repeat_order | replace `result[3] = OTHER` with `result[3] = OTHER + 1`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = SUM;
    result[1] = sizeof(WIDE);
    result[2] = FLAG;
    result[3] = OTHER;
#ifdef FLAG
    result[4] = 1;
#else
    result[4] = 0;
#endif
}
