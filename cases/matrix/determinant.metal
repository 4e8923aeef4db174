//! title:     determinant is what rounding leaves of the sum of signed products
//! verifies:  matrix.determinant.{N}x{N} matrix.determinant.singular
//! for:       (M, N, V, S) in (float2x2, 2, float2, float) (float3x3, 3, float3, float) (float4x4, 4, float4, float)
//!            (half2x2, 2, half2, half) (half3x3, 3, half3, half) (half4x4, 4, half4, half)
//! math:      safe fast
//! dispatch:  threads 1024, threadgroup 64
//! in:        data V[N * threads] = normal(0, 1)
//! in:        whole V[N * threads] = integers(0, 1)
//! out:       result S[threads]
//! out:       exact S[threads]
//! expect:    result = determinant(data)
//! expect:    exact = determinant(whole)
//! mutant:    matrix.determinant.{N}x{N} | replace `determinant(m)` with `m[0][0] * determinant(m)`
//! mutant:    matrix.determinant.singular | replace `determinant(k)` with `determinant(k) + S(0.1)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const V *data [[buffer(0)]], device const V *whole [[buffer(1)]],
                  device S *result [[buffer(2)]], device S *exact [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    M m, k;
    for (int c = 0; c < N; c++) {
        m[c] = data[N * i + c];
        k[c] = whole[N * i + c];
    }
    result[i] = determinant(m);
    exact[i] = determinant(k);
}
