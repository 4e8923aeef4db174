//! title:     A concurrent encoder sees what the encoder before it wrote
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! subcases:  N in 40 1000 65536
//! options:   concurrent
//! dispatch:  spread(input, data): threads N, threadgroup 64
//! dispatch:  collect(data, result): threads N, threadgroup 64, new encoder
//! dispatch:  wipe(data, result): threads N, threadgroup 64, new encoder
//! in:        input uint[N] = random
//! out:       data uint[N]
//! out:       result uint[N]
//! expect:    result = same input
//! expect:    data = values 7 …
//! mutant:    kb43 | replace `void collect` with `void wipe` and replace `void wipe` with `void collect`

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
