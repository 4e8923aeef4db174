//! title:     A barrier orders a dispatch behind the one that writes what it finds through an argument buffer
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! for:       BARRIER in buffers data
//! options:   concurrent
//! dispatch:  make(input, data): threads 256, threadgroup 64
//! dispatch:  take(all, result): threads 256, threadgroup 64, after BARRIER
//! in:        input uint[256] = random
//! inout:     data uint[256] = zeros
//! in:        all arguments = 1 data
//! out:       result uint[256]
//! expect:    data = same input
//! expect:    result = same input
//! mutant:    kb43 | replace `data[i] = input[i]` with `data[i] = input[255 - i]`
//! mutant:    kb43 | replace `result[i] = all.data[i]` with `result[i] = all.data[i] + 1`

#include <metal_stdlib>
using namespace metal;

struct found {
    device const uint *data [[id(1)]];
};

kernel void make(device const uint *input [[buffer(0)]], device uint *data [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    data[i] = input[i];
}

kernel void take(constant found &all [[buffer(0)]], device uint *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = all.data[i];
}
