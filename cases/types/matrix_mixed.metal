//! title:     A matrix is not made of vectors and scalars together
//! verifies:  matrix.ctor.mixed
//! reject:
//! grade:     rule stated
//! control:   replace `float2(1, 2), 3, 4` with `1, 2, 3, 4`

#include <metal_stdlib>
using namespace metal;

kernel void make(device float2x2 *result [[buffer(0)]])
{
    result[0] = float2x2(float2(1, 2), 3, 4); // reject
}
