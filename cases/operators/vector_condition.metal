//! title:     The condition of ?: is a scalar
//! verifies:  ops.ternary.vector_condition.reject
//! reject:
//! grade:     rule stated
//! control:   replace `positive ?` with `positive.x ?`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const float4 *a [[buffer(0)]], device float4 *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const bool4 positive = a[i] > 0.0f;
    result[i] = positive ? a[i] : -a[i]; // reject
}
