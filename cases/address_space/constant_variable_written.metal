//! title:     A constant variable at program scope cannot be written
//! verifies:  addrspace.constant.read_only
//! reject:    const
//! grade:     error stated
//! control:   replace `table[0] = 3;` with `result[1] = table[1];`

#include <metal_stdlib>
using namespace metal;

constant int table[2] = {1, 2};

kernel void scale(device int *result [[buffer(0)]])
{
    table[0] = 3; // reject
    result[0] = table[0];
}
