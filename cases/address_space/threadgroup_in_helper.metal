//! title:     A threadgroup variable is declared in a kernel, not in a function that a kernel calls
//! verifies:  addrspace.threadgroup.non_kernel.reject
//! reject:    threadgroup
//! grade:     inferred
//! control:   replace `threadgroup float sum;` with `float sum;`

#include <metal_stdlib>
using namespace metal;

float doubled(float x)
{
    threadgroup float sum; // reject
    sum = 2.0f * x;
    return sum;
}

kernel void apply(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = doubled(data[i]);
}
