//! title:     The same as multiply_add with four chains of one float per thread, for devices whose lanes are a vector's
//! dispatch:  threads 16384, threadgroup 256
//! in:        from float[16384] = iota
//! out:       to float[16384]
//! in:        one float = 1
//! in:        zero float = 0
//! expect:    to = unjudged
//! note:      Four independent chains of 512 multiply-adds of a float per thread.

#include <metal_stdlib>
using namespace metal;

kernel void multiply_add_lanes(device const float *from [[buffer(0)]], device float *to [[buffer(1)]],
                               constant float &one [[buffer(2)]], constant float &zero [[buffer(3)]],
                               uint i [[thread_position_in_grid]])
{
    const float x = from[i];
    float a = x, b = x + zero, c = x + 2 * zero, d = x + 3 * zero;
    for (uint n = 0; n < 512; n++) {
        a = fma(a, one, zero);
        b = fma(b, one, zero);
        c = fma(c, one, zero);
        d = fma(d, one, zero);
    }
    to[i] = a + (b - x) * one + (c - x) * one + (d - x) * one;
}
