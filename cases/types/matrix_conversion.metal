//! title:     A matrix is made of one of the same dimensions, of either component type
//! verifies:  matrix.ctor.same_dims
//! for:       (FROM, U, TO, V, COLUMNS) in (float2x2, float2, half2x2, half2, 2) (float2x3, float3, half2x3, half3, 2)
//!            (float3x4, float4, half3x4, half4, 3) (float4x2, float2, half4x2, half2, 4) (float4x4, float4, half4x4,
//!            half4, 4) (half2x2, half2, float2x2, float2, 2) (half2x3, half3, float2x3, float3, 2) (half3x4, half4,
//!            float3x4, float4, 3) (half4x2, half2, float4x2, float2, 4) (half4x4, half4, float4x4, float4, 4)
//!            (float2x2, float2, float2x2, float2, 2) (float2x3, float3, float2x3, float3, 2) (float3x4, float4,
//!            float3x4, float4, 3) (float4x2, float2, float4x2, float2, 4) (float4x4, float4, float4x4, float4, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        data U[COLUMNS] = random
//! out:       result V[COLUMNS]
//! expect:    result = converted(data)
//! mutant:    matrix.ctor.same_dims | replace `TO(from)` with `TO(from[0][0])`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const U *data [[buffer(0)]], device V *result [[buffer(1)]])
{
    device const FROM &from = *(device const FROM *)data;
    const TO converted = TO(from);
    for (int c = 0; c < COLUMNS; c++)
        result[c] = converted[c];
}
