//! title:     The columns of the left factor are as many as the rows of the right one
//! verifies:  matrix.ops.dimension_mismatch
//! for:       (A, B) in (float2x3, float3x3) (float4x4, float3) (float3, float4x4) (float3x2, float4x4) (half2x3,
//!            half2x3)
//! reject:
//! grade:     rule stated
//! control:   replace `a[0] * b[0]` with `b[0]`

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]],
                     device float *result [[buffer(2)]])
{
    auto product = a[0] * b[0]; // reject
    result[0] = sizeof(product);
}
