//! title:     The operator % takes integers alone
//! verifies:  ops.mod.float.reject
//! for:       T in float half4
//! reject:
//! grade:     inferred
//! control:   replace `a[i] % a[i + 1]` with `fmod(a[i], a[i + 1])`

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const T *a [[buffer(0)]], device T *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    result[i] = a[i] % a[i + 1]; // reject
}
