//! title:     Sums, differences and multiples of matrices are component by component
//! verifies:  matrix.ops.add_sub matrix.ops.scalar
//! for:       (M, V, T, COLUMNS) in (half2x2, half2, half, 2) (half2x3, half3, half, 2) (half2x4, half4, half, 2)
//!            (half3x2, half2, half, 3) (half3x3, half3, half, 3) (half3x4, half4, half, 3) (half4x2, half2, half, 4)
//!            (half4x3, half3, half, 4) (half4x4, half4, half, 4) (float2x2, float2, float, 2) (float2x3, float3,
//!            float, 2) (float2x4, float4, float, 2) (float3x2, float2, float, 3) (float3x3, float3, float, 3)
//!            (float3x4, float4, float, 3) (float4x2, float2, float, 4) (float4x3, float3, float, 4) (float4x4, float4,
//!            float, 4)
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! in:        a V[COLUMNS] = integers(-20, 20)
//! in:        b V[COLUMNS] = integers(-20, 20)
//! in:        s T[COLUMNS] = constant(3)
//! out:       sum V[COLUMNS]
//! out:       difference V[COLUMNS]
//! out:       left V[COLUMNS]
//! out:       right V[COLUMNS]
//! expect:    sum = added(a, b)
//! expect:    difference = subtracted(a, b)
//! expect:    left = multiplied(s, a)
//! expect:    right = multiplied(b, s)
//! mutant:    matrix.ops.add_sub | replace `a + b` with `a + a`
//! mutant:    matrix.ops.add_sub | replace `a - b` with `b - a`
//! mutant:    matrix.ops.scalar | replace `s[0] * a` with `s[0] * b`
//! mutant:    matrix.ops.scalar | replace `b * s[0]` with `b * T(2)`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const M &a [[buffer(0)]], device const M &b [[buffer(1)]], device const T *s [[buffer(2)]],
                    device V *sum [[buffer(3)]], device M &difference [[buffer(4)]], device M &left [[buffer(5)]],
                    device M &right [[buffer(6)]])
{
    const M added = a + b;
    for (int c = 0; c < COLUMNS; c++)
        sum[c] = added[c];
    difference = a - b;
    left = s[0] * a;
    right = b * s[0];
}
