//! title:     Neither a scalar nor a vector becomes a matrix by itself
//! verifies:  convert.implicit.to_matrix.reject
//! for:       T in float4 float2
//! reject:
//! grade:     error stated
//! control:   replace `= data[i];` with `= float2x2(float(data[i][0]), 0, 0, 1);`

#include <metal_stdlib>
using namespace metal;

kernel void widen(device const T *data [[buffer(0)]], device float2x2 *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    const float2x2 value = data[i]; // reject
    result[i] = value;
}
