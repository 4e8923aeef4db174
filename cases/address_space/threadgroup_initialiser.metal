//! title:     A threadgroup variable takes no initial value
//! verifies:  kb20
//! reject:    initial
//! grade:     rule stated
//! control:   replace `threadgroup uint count = 0;` with `threadgroup uint count;`

#include <metal_stdlib>
using namespace metal;

kernel void start(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    threadgroup uint count = 0; // reject
    count = i;
    data[i] = count;
}
