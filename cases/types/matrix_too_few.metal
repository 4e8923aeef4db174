//! title:     A matrix is not made of fewer components than it has
//! verifies:  matrix.ctor.too_few
//! reject:
//! grade:     error stated
//! control:   replace `float2x2(1, 2, 3)` with `float2x2(1, 2, 3, 4)`

#include <metal_stdlib>
using namespace metal;

kernel void make(device float2x2 *result [[buffer(0)]])
{
    result[0] = float2x2(1, 2, 3); // reject
}
