//! title:     A bfloat does not become a half by itself
//! verifies:  convert.implicit.bfloat_to_half.reject
//! requires:  msl 3.1, feature bfloat
//! reject:
//! grade:     rule stated
//! control:   replace `= data[i];` with `= half(data[i]);`

#include <metal_stdlib>
using namespace metal;

kernel void narrow(device const bfloat *data [[buffer(0)]], device half *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const half value = data[i]; // reject
    result[i] = value;
}
