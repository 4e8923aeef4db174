//! title:     The arms of ?: have a type in common
//! verifies:  ops.ternary.incompatible.reject
//! for:       (A, B) in (float4, int4) (float2, float3)
//! reject:
//! grade:     inferred
//! control:   replace `a[i] : b[i]` with `a[i] : a[i + 1]`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]], device A *result [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = A(i > 7 ? a[i] : b[i]); // reject
}
