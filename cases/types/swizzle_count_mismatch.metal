//! title:     A swizzle takes as many components as it names
//! verifies:  vector.swizzle.reject.count_mismatch
//! for:       (LETTERS, FROM) in (xy, float4) (xyz, float2) (x, float2)
//! reject:
//! grade:     error stated
//! control:   replace `= FROM(1.0f)` with `= 1.0f`

#include <metal_stdlib>
using namespace metal;

kernel void assign(device float4 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float4 value = data[i];
    value.LETTERS = FROM(1.0f); // reject
    data[i] = value;
}
