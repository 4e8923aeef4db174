//! title:     Of three dispatches each sees what the one before wrote; that the last overwrites the first is recorded
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! subcases:  N in 40 65536
//! options:   concurrent
//! dispatch:  keep(input, first, result): threads N, threadgroup 64
//! dispatch:  copy(first, second): threads N, threadgroup 64, after first
//! dispatch:  copy(second, result): threads N, threadgroup 64, after second
//! in:        input uint[N] = random
//! out:       first uint[N]
//! out:       second uint[N]
//! out:       result uint[N]
//! expect:    first = same input
//! expect:    second = same input
//! expect:    result = recorded same input
//! mutant:    kb43 | replace `to[i] = from[i]` with `to[i] = from[i] + 1`
//! mutant:    kb43 | replace `to[i] = from[i]` with `to[i] = from[0]`
//! note:      No barrier names what the first and the last share, so their order is not promised; checked mode takes it from the one between.

#include <metal_stdlib>
using namespace metal;

kernel void keep(device const uint *input [[buffer(0)]], device uint *first [[buffer(1)]],
                 device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    first[i] = input[i];
    result[i] = 7;
}

kernel void copy(device const uint *from [[buffer(0)]], device uint *to [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    to[i] = from[i];
}
