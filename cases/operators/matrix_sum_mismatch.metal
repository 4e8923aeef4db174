//! title:     Matrices of different dimensions have no sum
//! verifies:  matrix.ops.add_sub.mismatch
//! for:       (A, B) in (float2x3, float3x2) (float4x4, float3x3) (half2x2, half2x3); OPERATOR in + -
//! reject:
//! grade:     rule stated
//! control:   replace `OPERATOR b[0]` with `OPERATOR a[1]`

#include <metal_stdlib>
using namespace metal;

kernel void add(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]], device A *result [[buffer(2)]])
{
    result[0] = a[0] OPERATOR b[0]; // reject
}
