//! title:     A pointer argument of a kernel needs an address space
//! verifies:  lang.ptr_arg.addrspace_required
//! reject:    address space
//! grade:     rule stated
//! control:   replace `fill(float` with `fill(device float`

#include <metal_stdlib>
using namespace metal;

kernel void fill(float *data [[buffer(0)]], uint i [[thread_position_in_grid]]) // reject
{
    data[i] = 1.0f;
}
