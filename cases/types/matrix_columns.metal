//! title:     A matrix lies in memory as its columns, and has a name for each shape
//! verifies:  matrix.names matrix.template matrix.columns
//! for:       (M, V, T, COLUMNS, ROWS) in (half2x2, half2, half, 2, 2) (half2x3, half3, half, 2, 3) (half2x4, half4,
//!            half, 2, 4) (half3x2, half2, half, 3, 2) (half3x3, half3, half, 3, 3) (half3x4, half4, half, 3, 4)
//!            (half4x2, half2, half, 4, 2) (half4x3, half3, half, 4, 3) (half4x4, half4, half, 4, 4) (float2x2, float2,
//!            float, 2, 2) (float2x3, float3, float, 2, 3) (float2x4, float4, float, 2, 4) (float3x2, float2, float, 3,
//!            2) (float3x3, float3, float, 3, 3) (float3x4, float4, float, 3, 4) (float4x2, float2, float, 4, 2)
//!            (float4x3, float3, float, 4, 3) (float4x4, float4, float, 4, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        data V[COLUMNS] = iota(1, 1)
//! out:       columns V[COLUMNS]
//! out:       same_type int[1]
//! expect:    columns = same data
//! expect:    same_type = values 1
//! mutant:    matrix.columns | replace `columns[c] = m[0][c]` with `columns[c] = m[0][COLUMNS - 1 - c]`
//! mutant:    matrix.names | replace `is_same<M, matrix<T, COLUMNS, ROWS>>` with
//!            `is_same<M, T>`
//! mutant:    matrix.template | replace `is_same<M, matrix<T, COLUMNS, ROWS>>` with
//!            `is_same<M, matrix<T, ROWS, COLUMNS>>` | for M=half2x3 M=half4x2 M=float2x3 M=float4x3

#include <metal_stdlib>
using namespace metal;

kernel void report(device const M *m [[buffer(0)]], device V *columns [[buffer(1)]],
                   device int *same_type [[buffer(2)]])
{
    for (int c = 0; c < COLUMNS; c++)
        columns[c] = m[0][c];
    same_type[0] = is_same<M, matrix<T, COLUMNS, ROWS>>::value;
}
