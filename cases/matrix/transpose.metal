//! title:     transpose turns columns into rows
//! verifies:  matrix.transpose.square matrix.transpose.rect
//! for:       (M, C, R, V, W) in (float2x2, 2, 2, float2, float2) (float2x3, 2, 3, float3, float2) (float2x4, 2, 4,
//!            float4, float2) (float3x2, 3, 2, float2, float3) (float3x3, 3, 3, float3, float3) (float3x4, 3, 4,
//!            float4, float3) (float4x2, 4, 2, float2, float4) (float4x3, 4, 3, float3, float4) (float4x4, 4, 4,
//!            float4, float4) (half2x2, 2, 2, half2, half2) (half2x3, 2, 3, half3, half2) (half2x4, 2, 4, half4,
//!            half2) (half3x2, 3, 2, half2, half3) (half3x3, 3, 3, half3, half3) (half3x4, 3, 4, half4, half3)
//!            (half4x2, 4, 2, half2, half4) (half4x3, 4, 3, half3, half4) (half4x4, 4, 4, half4, half4)
//! dispatch:  threads 256, threadgroup 64
//! in:        data V[C * threads] = random
//! out:       result W[R * threads]
//! expect:    result = transposed(data, C)
//! mutant:    matrix.transpose.square | replace `const auto t = transpose(m)` with `const auto t = m` | for
//!            M=float2x2 M=float3x3 M=half4x4
//! mutant:    matrix.transpose.rect | replace `result[R * i + r] = t[r]` with `result[R * i + r] = t[R - 1 - r]`
//!            | for M=float2x3 M=float4x3 M=half3x2

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const V *data [[buffer(0)]], device W *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    M m;
    for (int c = 0; c < C; c++)
        m[c] = data[C * i + c];
    const auto t = transpose(m);
    for (int r = 0; r < R; r++)
        result[R * i + r] = t[r];
}
