//! title:     precise::tanh of large arguments is 1 within its 5 ulp, not NaN
//! verifies:  kb08
//! math:      safe fast
//! dispatch:  threads 8, threadgroup 8
//! in:        data float[8] = values 44 -44 45 88 -89 100 -100 1e30
//! out:       result float[8]
//! expect:    result = values 1 -1 1 1 -1 1 -1 1
//! compare:   ulp 5
//! mutant:    kb08 | replace `precise::tanh(data[i])` with `((exp(2 * data[i]) - 1) / (exp(2 * data[i]) + 1))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = precise::tanh(data[i]);
}
