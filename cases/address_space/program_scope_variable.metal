//! title:     A variable at program scope is constant
//! verifies:  addrspace.program_scope.constant
//! for:       SPACE in threadgroup thread
//! reject:    address space constant program
//! grade:     rule stated
//! control:   replace `SPACE float` with `constant float`

#include <metal_stdlib>
using namespace metal;

SPACE float factor = 2.0f; // reject

kernel void scale(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= factor;
}
