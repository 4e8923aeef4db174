//! title:     goto is not available
//! verifies:  lang.reject.goto
//! reject:    goto
//! grade:     rule stated
//! control:   replace `goto done; done:;` with `return;`

#include <metal_stdlib>
using namespace metal;

kernel void skip(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (data[i] < 0) {
        goto done; done:; // reject
    }
    data[i] = 1;
}
