//! title:     The ones complement does not take a floating operand
//! verifies:  ops.bitwise.float.reject
//! for:       T in float half4
//! reject:
//! grade:     rule stated
//! control:   replace `~a[i]` with `-a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void complement(device const T *a [[buffer(0)]], device T *result [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    result[i] = ~a[i]; // reject
}
