//! title:     A function constant has no initialiser
//! verifies:  fconst.no_initialiser
//! requires:  msl 1.2
//! reject:
//! grade:     inferred
//! control:   replace `[[function_constant(0)]] = 3;` with `[[function_constant(0)]];`

#include <metal_stdlib>
using namespace metal;

constant int number [[function_constant(0)]] = 3; // reject

kernel void read(device int *result [[buffer(0)]])
{
    result[0] = number;
}
