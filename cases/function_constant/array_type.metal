//! title:     A function constant is no array
//! verifies:  fconst.types.reject
//! reject:
//! grade:     error stated
//! control:   replace `number[2]` with `number`

#include <metal_stdlib>
using namespace metal;

constant int number[2] [[function_constant(0)]]; // reject

kernel void read(device int *result [[buffer(0)]])
{
    result[0] = sizeof(number);
}
