//! title:     The variance of nearly equal values, by deviations from their mean, is what it is
//! verifies:  kb46
//! math:      safe fast
//! dispatch:  threads 64, threadgroup 32
//! in:        data float[2048] = alternating(2048)
//! out:       result float[threads]
//! expect:    result = values 0x1.0201p+0 …
//! mutant:    kb46 | replace `square += (x - mean) * (x - mean)` with `square += x * x` and replace `square / 32` with
//!            `square / 32 - mean * mean`
//! note:      4095 and 4097.0078125 in turn: every step is exact in any order, but the squares of the values are not.

#include <metal_stdlib>
using namespace metal;

kernel void variance(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    float sum = 0, square = 0;
    for (uint j = 0; j < 32; j++)
        sum += 4096 + data[32 * i + j];
    float mean = sum / 32;
    for (uint j = 0; j < 32; j++) {
        float x = 4096 + data[32 * i + j];
        square += (x - mean) * (x - mean);
    }
    result[i] = square / 32;
}
