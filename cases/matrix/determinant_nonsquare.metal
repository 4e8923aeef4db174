//! title:     There is no determinant of a matrix that is not square
//! verifies:  matrix.determinant.nonsquare
//! reject:
//! grade:     rule stated
//! control:   replace `determinant(m)` with `m[0][0]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    const float2x3 m(data[i]);
    data[i] = determinant(m); // reject
}
