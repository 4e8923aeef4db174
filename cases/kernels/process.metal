//! title:     process takes square roots in place up to a count; elements past it stay as they were
//! verifies:  k.process err.d.array.nobounds
//! math:      safe fast
//! functions: precise fast
//! subcases:  COUNT in 0 1 63 64 65 1000 1023
//! dispatch:  groups max(ceil_div(COUNT, 64), 1), threadgroup 64
//! inout:     data float[64 * max(ceil_div(COUNT, 64), 1)] = magnitudes
//! in:        count uint = COUNT
//! expect:    data = square_roots(data, count)
//! mutant:    err.d.array.nobounds | replace `i >= count` with `i > count` | for COUNT=1000
//! mutant:    err.d.array.nobounds | replace `if (i >= count)` with `if (false)` | for COUNT=65
//! mutant:    k.process | replace `sqrt(data[i])` with `0.5f * data[i]` | for COUNT=1000

#include <metal_stdlib>
using namespace metal;

kernel void process(device float *data [[buffer(0)]], constant uint &count [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    if (i >= count)
        return;
    data[i] = sqrt(data[i]);
}
