//! title:     half is IEEE 754 binary16: every encoding stands for its number, and the number goes back to it
//! verifies:  types.scalar.half.format
//! math:      safe
//! dispatch:  threads 65536, threadgroup 64
//! in:        data half[65536] = every_encoding
//! out:       wide float[65536]
//! out:       back half[65536]
//! expect:    wide = converted(data)
//! expect:    back = converted(data)
//! compare:   interval
//! mutant:    types.scalar.half.format | replace `wide[i] = data[i]` with `wide[i] = float(data[i]) * 1.0005f`
//! mutant:    types.scalar.half.format | replace `half(float(data[i]))` with `half(float(data[i]) * 1.001f)`

#include <metal_stdlib>
using namespace metal;

kernel void widen(device const half *data [[buffer(0)]], device float *wide [[buffer(1)]],
                  device half *back [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    wide[i] = data[i];
    back[i] = half(float(data[i]));
}
