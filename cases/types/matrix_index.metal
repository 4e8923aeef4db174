//! title:     A constant index beyond a matrix is an error
//! verifies:  matrix.access.oob_constant
//! for:       (M, C, R) in (float4x4, 4, 0) (float4x4, 0, 4) (float2x3, 2, 0) (half2x3, 1, 3)
//! reject:
//! grade:     error stated
//! control:   replace `[C][R]` with `[1][1]`

#include <metal_stdlib>
using namespace metal;

kernel void pick(device float *result [[buffer(0)]])
{
    M value = M(1.0f);
    result[0] = value[C][R]; // reject
}
