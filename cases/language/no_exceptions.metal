//! title:     throw is not available
//! verifies:  lang.reject.exceptions
//! reject:    exception throw
//! grade:     rule stated
//! control:   replace `throw 1;` with `return;`

#include <metal_stdlib>
using namespace metal;

kernel void check(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (data[i] < 0)
        throw 1; // reject
    data[i] = 1;
}
