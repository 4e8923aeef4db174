//! title:     Increment and decrement need a place to store to
//! verifies:  ops.incdec.rvalue.reject
//! for:       OPERATOR in ++ --
//! reject:
//! grade:     rule stated
//! control:   replace `OPERATOR(value + 1)` with `OPERATOR(value)`

#include <metal_stdlib>
using namespace metal;

kernel void next(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int value = data[i];
    data[i] = OPERATOR(value + 1); // reject
}
