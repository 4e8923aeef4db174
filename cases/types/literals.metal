//! title:     The suffixes of literals give their types and values
//! verifies:  types.literal.half_suffix types.literal.unsigned_suffix types.literal.long_suffix c.literal.nosuffix
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! out:       types int[9]
//! out:       halves ushort[4]
//! out:       whole ulong[4]
//! expect:    types = values 1 …
//! expect:    halves = values 0x3800 0x2e66 0x4248 0x7bff
//! expect:    whole = values 4294967295 1099511627776 4294967296 4294967295
//! mutant:    types.literal.half_suffix | replace `decltype(0.5h), half` with `decltype(0.5f), half`
//! mutant:    types.literal.half_suffix | replace `as_type<ushort>(0.1h)` with `as_type<ushort>(0.1001h)`
//! mutant:    types.literal.unsigned_suffix | replace `0u - 1u` with `0u - 2u`
//! mutant:    types.literal.long_suffix | replace `1l << 40` with `1u << 40`
//! mutant:    c.literal.nosuffix | replace `1.0 - 2.0 * number` with `2 * half(number)`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *types [[buffer(0)]], device ushort *halves [[buffer(1)]],
                   device ulong *whole [[buffer(2)]])
{
    const float number = 3;
    types[0] = is_same<decltype(0.5h), half>::value;
    types[1] = is_same<decltype(0.5H), half>::value;
    types[2] = is_same<decltype(1u), uint>::value;
    types[3] = is_same<decltype(1U), uint>::value;
    types[4] = is_same<decltype(1l), long>::value;
    types[5] = is_same<decltype(1L), long>::value;
    types[6] = is_same<decltype(1ul), ulong>::value;
    types[7] = is_same<decltype(sizeof(int)), size_t>::value;
    types[8] = is_same<decltype(1.0 - 2.0 * number), float>::value;
    halves[0] = as_type<ushort>(0.5h);
    halves[1] = as_type<ushort>(0.1h);
    halves[2] = as_type<ushort>(3.14159265H);
    halves[3] = as_type<ushort>(65504.0h);
    whole[0] = 0u - 1u;
    whole[1] = 1l << 40;
    whole[2] = 0xffffffffL + 1;
    whole[3] = 0xFFFFFFFFU;
}
