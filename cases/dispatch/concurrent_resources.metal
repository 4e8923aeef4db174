//! title:     A barrier of several resources orders the dispatches that write and read any of them
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! subcases:  N in 40 65536
//! options:   concurrent
//! dispatch:  keep_high(input, high): threads N, threadgroup 64
//! dispatch:  keep_low(input, low): threads N, threadgroup 64
//! dispatch:  join(low, high, result): threads N, threadgroup 64, after low high
//! in:        input uint[N] = random
//! out:       low uint[N]
//! out:       high uint[N]
//! out:       result uint[N]
//! expect:    result = same input
//! expect:    low = unjudged
//! expect:    high = unjudged
//! mutant:    kb43 | replace `low[i] | high[i]` with `low[i] | 0x5a5a0000`
//! mutant:    kb43 | replace `low[i] | high[i]` with `0xa5a5 | high[i]`

#include <metal_stdlib>
using namespace metal;

kernel void keep_high(device const uint *input [[buffer(0)]], device uint *high [[buffer(1)]],
                      uint i [[thread_position_in_grid]])
{
    high[i] = input[i] & 0xffff0000;
}

kernel void keep_low(device const uint *input [[buffer(0)]], device uint *low [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    low[i] = input[i] & 0xffff;
}

kernel void join(device const uint *low [[buffer(0)]], device const uint *high [[buffer(1)]],
                 device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = low[i] | high[i];
}
