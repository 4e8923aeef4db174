//! title:     A kernel with more live values than registers computes what it says
//! verifies:  kb40
//! dispatch:  threads 4, threadgroup 4
//! out:       result uint[4]
//! expect:    result = values 1633356233 1987844963 3051311153 528787507
//! mutant:    kb40 | replace `(5 * k + 1) % LIVE` with `(5 * k + 1) % (LIVE / 2)`
//! note:      128 values are alive at once and only spilling keeps them. The expectation was computed apart, in integers.

#include <metal_stdlib>
using namespace metal;

#define LIVE 128

kernel void spill(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    uint value[LIVE];
    for (uint k = 0; k < LIVE; k++)
        value[k] = i * i + k;
    for (uint round = 0; round < 3; round++)
        for (uint k = 0; k < LIVE; k++)
            value[k] = value[k] * 3 + value[(5 * k + 1) % LIVE];
    uint sum = 0;
    for (uint k = 0; k < LIVE; k++)
        sum = sum * 31 + value[k];
    result[i] = sum;
}
