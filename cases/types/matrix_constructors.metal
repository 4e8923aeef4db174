//! title:     A matrix is made of a scalar for its diagonal, of columns, or of scalars column by column
//! verifies:  matrix.ctor.scalar matrix.ctor.columns matrix.ctor.column_major
//! for:       (M, V, T, COLUMNS, ROWS) in (half2x2, half2, half, 2, 2) (half2x3, half3, half, 2, 3) (half2x4, half4,
//!            half, 2, 4) (half3x2, half2, half, 3, 2) (half3x3, half3, half, 3, 3) (half3x4, half4, half, 3, 4)
//!            (half4x2, half2, half, 4, 2) (half4x3, half3, half, 4, 3) (half4x4, half4, half, 4, 4) (float2x2, float2,
//!            float, 2, 2) (float2x3, float3, float, 2, 3) (float2x4, float4, float, 2, 4) (float3x2, float2, float, 3,
//!            2) (float3x3, float3, float, 3, 3) (float3x4, float4, float, 3, 4) (float4x2, float2, float, 4, 2)
//!            (float4x3, float3, float, 4, 3) (float4x4, float4, float, 4, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        data V[4] = iota(1, 1)
//! out:       scaled V[COLUMNS]
//! out:       columns V[COLUMNS]
//! expect:    scaled = diagonal(7)
//! expect:    columns = swizzled(data, 0, 1, 2, 3)
//! mutant:    matrix.ctor.scalar | replace `M(T(7))` with `M(T(6))`
//! mutant:    matrix.ctor.columns | replace `of_columns(data, m)`
//!            with `of_columns(data + 1, m)`
//! mutant:    matrix.ctor.column_major | replace `columns = m;` with
//!            `columns = transpose(m);` | for M=float2x2 M=half3x3 M=float4x4

#include <metal_stdlib>
using namespace metal;

static void of_columns(device const V *data, thread matrix<T, 2, ROWS> &m)
{
    m = matrix<T, 2, ROWS>(data[0], data[1]);
}

static void of_columns(device const V *data, thread matrix<T, 3, ROWS> &m)
{
    m = matrix<T, 3, ROWS>(data[0], data[1], data[2]);
}

static void of_columns(device const V *data, thread matrix<T, 4, ROWS> &m)
{
    m = matrix<T, 4, ROWS>(data[0], data[1], data[2], data[3]);
}

kernel void construct(device const V *data [[buffer(0)]], device M &scaled [[buffer(1)]],
                      device M &columns [[buffer(2)]])
{
    scaled = M(T(7));
    M m;
    of_columns(data, m);
    columns = m;
}
