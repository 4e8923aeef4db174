//! title:     The storage class register is not available
//! verifies:  lang.reject.register
//! reject:    register
//! grade:     rule stated
//! control:   replace `register int` with `int`

#include <metal_stdlib>
using namespace metal;

kernel void add(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    register int sum = data[i]; // reject
    data[i] = sum + 1;
}
