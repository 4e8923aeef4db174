//! title:     The index of a function constant is 0 to 65535
//! verifies:  fconst.index_range
//! for:       INDEX in 65536 -1
//! reject:
//! grade:     rule stated
//! control:   replace `(INDEX)` with `(65535)`

#include <metal_stdlib>
using namespace metal;

constant int number [[function_constant(INDEX)]]; // reject

kernel void read(device int *result [[buffer(0)]])
{
    result[0] = number;
}
