//! title:     Vectors of different element types do not add
//! verifies:  ops.arith.element_mismatch
//! for:       (A, B) in (float4, int4) (half4, float4) (int4, uint4)
//! reject:
//! grade:     inferred
//! control:   replace `a[i] + b[i]` with `a[i] + A(b[i])`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]], device A *result [[buffer(2)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = A(a[i] + b[i]); // reject
}
