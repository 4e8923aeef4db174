//! title:     Bitwise operators do not take floating operands
//! verifies:  ops.bitwise.float.reject
//! for:       T in float half4; OPERATOR in & | ^
//! reject:
//! grade:     rule stated
//! control:   replace `OPERATOR` with `+`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const T *a [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = a[i] OPERATOR a[i + 1]; // reject
}
