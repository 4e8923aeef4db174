//! title:     abs of a floating-point number is fabs
//! verifies:  math.abs.float_alias
//! for:       T in float4 half4 float half
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data T[threads] = stratified
//! out:       result T[threads]
//! expect:    result = fabs(data, 0)
//! mutant:    math.abs.float_alias | replace `abs(data[i])` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = abs(data[i]);
}
