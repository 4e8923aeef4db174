//! title:     A vector constructor with too few components is an error
//! verifies:  vector.ctor.under_initialised
//! reject:
//! grade:     error stated
//! control:   replace `float4(1.0f, 2.0f)` with `float4(1.0f, 2.0f, 3.0f, 4.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void fill(device float4 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = float4(1.0f, 2.0f); // reject
}
