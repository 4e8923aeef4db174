//! title:     A vector does not convert implicitly to another vector type
//! verifies:  convert.implicit.vector_to_vector.reject
//! reject:    conver
//! grade:     error stated
//! control:   replace `= whole;` with `= float4(whole);`

#include <metal_stdlib>
using namespace metal;

kernel void widen(device const int4 *data [[buffer(0)]], device float4 *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    const int4 whole = data[i];
    const float4 real = whole; // reject
    result[i] = real;
}
