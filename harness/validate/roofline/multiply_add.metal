//! title:     What chains of multiply-adds reach: the most float operations per second
//! dispatch:  threads 16384, threadgroup 256
//! in:        from float4[16384] = iota
//! out:       to float4[16384]
//! in:        one float = 1
//! in:        zero float = 0
//! expect:    to = unjudged
//! note:      Eight independent chains of 64 multiply-adds of four floats per thread; multiplying by one and adding zero, which
//!            the compiler cannot know, keeps the result exact.

#include <metal_stdlib>
using namespace metal;

kernel void multiply_add(device const float4 *from [[buffer(0)]], device float4 *to [[buffer(1)]],
                         constant float &one [[buffer(2)]], constant float &zero [[buffer(3)]],
                         uint i [[thread_position_in_grid]])
{
    const float4 x = from[i];
    float4 a[8];
    for (uint j = 0; j < 8; j++)
        a[j] = x + float(j) * zero;
    for (uint n = 0; n < 64; n++)
        for (uint j = 0; j < 8; j++)
            a[j] = fma(a[j], one, zero);
    float4 sum = a[0];
    for (uint j = 1; j < 8; j++)
        sum += (a[j] - x) * one;
    to[i] = sum;
}
