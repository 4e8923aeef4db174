//! title:     A vector does not become a scalar by itself
//! verifies:  convert.implicit.vector_to_scalar.reject
//! for:       (V, T) in (float4, float) (int2, int) (half3, float) (uchar4, int)
//! reject:
//! grade:     error stated
//! control:   replace `= data[i];` with `= data[i].x;`

#include <metal_stdlib>
using namespace metal;

kernel void narrow(device const V *data [[buffer(0)]], device T *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const T value = data[i]; // reject
    result[i] = value;
}
