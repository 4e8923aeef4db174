//! title:     A function constant is a scalar or a vector
//! verifies:  fconst.types.reject
//! for:       T in pair
//! reject:
//! grade:     error stated
//! control:   replace `constant T number` with `constant int2 number`

#include <metal_stdlib>
using namespace metal;

struct pair {
    int first, second;
};

constant T number [[function_constant(0)]]; // reject

kernel void read(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(number);
}
