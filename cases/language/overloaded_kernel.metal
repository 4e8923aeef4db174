//! title:     Two kernels of one name with different parameters are no overloads
//! verifies:  lang.overload.kernel_reject
//! reject:
//! grade:     rule stated
//! control:   replace `kernel void fill(device int` with `kernel void fill_whole(device int`

#include <metal_stdlib>
using namespace metal;

kernel void fill(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = 1.0f;
}

kernel void fill(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]]) // reject
{
    data[i] = 1;
}
