//! title:     Barriers of a concurrent encoder order dispatches that write and read the same buffers
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! for:       BARRIER in buffers data
//! subcases:  N in 40 1000 65536
//! options:   concurrent
//! dispatch:  spread(input, data): threads N, threadgroup 64
//! dispatch:  collect(data, result): threads N, threadgroup 64, after BARRIER
//! dispatch:  wipe(data, result): threads N, threadgroup 64, after BARRIER
//! in:        input uint[N] = random
//! out:       data uint[N]
//! out:       result uint[N]
//! expect:    result = same input
//! expect:    data = values 7 …
//! mutant:    kb43 | replace `void collect` with `void wipe` and replace `void wipe` with `void collect`
//! note:      The mutant is what happens without the second barrier: the memory is used again before it has been read.

#include <metal_stdlib>
using namespace metal;

kernel void spread(device const uint *input [[buffer(0)]], device uint *data [[buffer(1)]],
                   uint i [[thread_position_in_grid]], uint n [[threads_per_grid]])
{
    data[n - 1 - i] = input[i];
}

kernel void collect(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]], uint n [[threads_per_grid]])
{
    result[i] = data[n - 1 - i];
}

kernel void wipe(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = 7;
}
