//! title:     A variable inside a kernel is not static
//! verifies:  storage.static.local.reject
//! for:       SPACE in thread
//! reject:    static
//! grade:     error stated
//! control:   replace `static SPACE float` with `const float`

#include <metal_stdlib>
using namespace metal;

kernel void fill(device float *data [[buffer(0)]])
{
    static SPACE float factor = 2.0f; // reject
    data[0] = factor;
}
