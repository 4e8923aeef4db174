//! title:     Before version 3.1 a position is no variable at program scope
//! verifies:  global.builtin.reject_before
//! msl:       3.0
//! reject:
//! grade:     inferred
//! control:   replace `uint position [[thread_position_in_grid]];` with `constant uint position = 0;`

#include <metal_stdlib>
using namespace metal;

uint position [[thread_position_in_grid]]; // reject

kernel void store(device uint *result [[buffer(0)]])
{
    result[0] = position;
}
