//! title:     A constant variable at program scope has an initialiser
//! verifies:  addrspace.constant.initialised
//! reject:    initial
//! grade:     error stated
//! control:   replace `float factor;` with `float factor = 2.0f;`

#include <metal_stdlib>
using namespace metal;

constant float factor; // reject

kernel void scale(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= factor;
}
