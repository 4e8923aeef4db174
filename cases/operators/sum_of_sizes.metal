//! title:     Vectors of different sizes do not add or multiply
//! verifies:  ops.arith.size_mismatch
//! for:       (A, B) in (float2, float3) (int4, int2)
//! reject:
//! grade:     inferred
//! control:   replace `a[i] * b[i]` with `a[i] * a[i + 1]`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]], device A *result [[buffer(2)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = a[i] + a[i] * b[i]; // reject
}
