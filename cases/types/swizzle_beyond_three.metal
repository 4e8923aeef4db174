//! title:     A vector of three components has no fourth
//! verifies:  vector.swizzle.reject.beyond3
//! for:       T in char3 int3 half3 float3; LETTERS in w a xyw
//! reject:
//! grade:     error stated
//! control:   replace `three.LETTERS` with `three.z`

#include <metal_stdlib>
using namespace metal;

kernel void pick(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    const T three = data[i];
    result[i] = T(three.LETTERS); // reject
}
