//! title:     An assignment cannot name a component twice
//! verifies:  vector.swizzle.reject.duplicate_lvalue
//! reject:
//! grade:     error stated
//! control:   replace `value.xx` with `value.xy`

#include <metal_stdlib>
using namespace metal;

kernel void assign(device float4 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float4 value = data[i];
    value.xx = float2(1.0f, 2.0f); // reject
    data[i] = value;
}
