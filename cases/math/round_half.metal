//! title:     round of the number below one half is 0, and large odd numbers stay what they are
//! verifies:  math.round.just_below_half
//! math:      safe
//! dispatch:  threads 8, threadgroup 8
//! in:        data float[8] = values 0x1.fffffep-2 0.5 1.5 2.5 8388609 -8388609 -0.5 16777215
//! out:       result float[8]
//! expect:    result = values 0 1 2 3 8388609 -8388609 -1 16777215
//! mutant:    math.round.just_below_half | replace `round(data[i])` with `floor(data[i] + 0.5f)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = round(data[i]);
}
