//! title:     The columns and elements of a matrix are read and written by index
//! verifies:  matrix.access.column matrix.access.element
//! for:       (M, V, T, COLUMNS, ROWS) in (half2x2, half2, half, 2, 2) (half2x3, half3, half, 2, 3) (half2x4, half4,
//!            half, 2, 4) (half3x2, half2, half, 3, 2) (half3x3, half3, half, 3, 3) (half3x4, half4, half, 3, 4)
//!            (half4x2, half2, half, 4, 2) (half4x3, half3, half, 4, 3) (half4x4, half4, half, 4, 4) (float2x2, float2,
//!            float, 2, 2) (float2x3, float3, float, 2, 3) (float2x4, float4, float, 2, 4) (float3x2, float2, float, 3,
//!            2) (float3x3, float3, float, 3, 3) (float3x4, float4, float, 3, 4) (float4x2, float2, float, 4, 2)
//!            (float4x3, float3, float, 4, 3) (float4x4, float4, float, 4, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        data V[COLUMNS] = iota(1, 1)
//! out:       elements V[COLUMNS]
//! out:       columns V[COLUMNS]
//! out:       last T[1]
//! expect:    elements = same data
//! expect:    columns = same data
//! expect:    last = values COLUMNS*ROWS
//! mutant:    matrix.access.element | replace `elements[c][r] = m[0][c][r]` with `elements[c][r] = m[0][c][0]`
//! mutant:    matrix.access.element | replace `[ROWS - 1]` with `[0]`
//! mutant:    matrix.access.column | replace `copy[c] = column` with `copy[COLUMNS - 1 - c] = column`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const M *m [[buffer(0)]], device M &elements [[buffer(1)]], device M &columns [[buffer(2)]],
                 device T *last [[buffer(3)]])
{
    M copy = M(T(0));
    for (int c = 0; c < COLUMNS; c++) {
        const V column = m[0][c];
        copy[c] = column;
        for (int r = 0; r < ROWS; r++)
            elements[c][r] = m[0][c][r];
    }
    columns = copy;
    last[0] = copy[COLUMNS - 1][ROWS - 1];
}
