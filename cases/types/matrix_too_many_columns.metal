//! title:     A matrix is not made of more columns than it has
//! verifies:  matrix.ctor.too_many
//! reject:
//! grade:     error stated
//! control:   replace `float2x2(float2(1), float2(2), float2(3))` with `float2x2(float2(1), float2(2))`

#include <metal_stdlib>
using namespace metal;

kernel void make(device float2x2 *result [[buffer(0)]])
{
    result[0] = float2x2(float2(1), float2(2), float2(3)); // reject
}
