//! title:     A sum in float that becomes a half is rounded twice or once, which is recorded
//! verifies:  kb55
//! math:      safe
//! dispatch:  threads 65536, threadgroup 64
//! in:        data float[65536] = around_halves
//! in:        little float = 0x1p-40
//! out:       alone half[65536]
//! out:       twice half[65536]
//! expect:    alone = converted(data)
//! expect:    twice = recorded converted(data)
//! mutant:    kb55 | replace `half(data[i])` with `half(data[i] * 1.01f)`
//! note:      data are ties of half and their neighbours; the float sum with something little is the same number. Rounded once, ties
//!            of large numbers would go up.

#include <metal_stdlib>
using namespace metal;

kernel void narrow(device const float *data [[buffer(0)]], constant float &little [[buffer(1)]],
                   device half *alone [[buffer(2)]], device half *twice [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    alone[i] = half(data[i]);
    twice[i] = half(data[i] + little);
}
