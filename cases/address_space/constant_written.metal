//! title:     constant memory cannot be written
//! verifies:  addrspace.constant.read_only
//! for:       OPERATOR in =1 ++ +=2
//! reject:    const
//! grade:     error stated
//! control:   replace `data[0] OPERATOR;` with `result[0] OPERATOR;`

#include <metal_stdlib>
using namespace metal;

kernel void scale(constant int *data [[buffer(0)]], device int *result [[buffer(1)]])
{
    data[0] OPERATOR; // reject
    result[0] = data[0];
}
