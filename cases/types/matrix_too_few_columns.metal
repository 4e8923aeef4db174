//! title:     A matrix is not made of fewer columns than it has
//! verifies:  matrix.ctor.too_few
//! reject:
//! grade:     error stated
//! control:   replace `float3x3(float3(1), float3(2))` with `float3x3(float3(1), float3(2), float3(3))`

#include <metal_stdlib>
using namespace metal;

kernel void make(device float3x3 *result [[buffer(0)]])
{
    result[0] = float3x3(float3(1), float3(2)); // reject
}
