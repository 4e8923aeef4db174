//! title:     A matrix does not become another matrix or a vector by itself
//! verifies:  convert.implicit.from_matrix.reject
//! for:       (M, T) in (float4x4, half4x4) (float4x4, float4) (float2x2, float) (float2x3, float3x2)
//! reject:
//! grade:     error stated
//! control:   replace `= data[i];` with `= T(data[i][0][0]);`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const M *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = data[i]; // reject
    result[i] = value;
}
