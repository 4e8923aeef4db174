//! title:     A pointer parameter of any function names an address space
//! verifies:  addrspace.missing.reject
//! reject:    address space
//! grade:     error stated
//! control:   replace `scale(float *value)` with `scale(thread float *value)`

#include <metal_stdlib>
using namespace metal;

static void scale(float *value) // reject
{
    *value *= 2.0f;
}

kernel void twice(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float value = data[i];
    scale(&value);
    data[i] = value;
}
