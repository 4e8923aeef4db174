//! title:     thread_local is not available
//! verifies:  lang.reject.thread_local
//! reject:    thread_local thread-local storage
//! grade:     rule stated
//! control:   replace `thread_local int` with `int`

#include <metal_stdlib>
using namespace metal;

kernel void add(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    thread_local int sum = data[i]; // reject
    data[i] = sum + 1;
}
