//! title:     Vectors of different types do not compare
//! verifies:  ops.equality.other_conversions.reject
//! for:       (A, B) in (float4, int4) (float2, float3) (half4, float4)
//! reject:
//! grade:     rule stated
//! control:   replace `a[i] == b[i]` with `a[i] == a[i + 1]`

#include <metal_stdlib>
using namespace metal;

kernel void compare(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]], device int *result [[buffer(2)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = all(a[i] == b[i]); // reject
}
