//! title:     A kernel returns void
//! verifies:  func.kernel.return_void
//! reject:    void
//! grade:     rule stated
//! control:   replace `kernel int fill` with `kernel void fill` and replace `return 0;` with `return;`

#include <metal_stdlib>
using namespace metal;

kernel int fill(device int *data [[buffer(0)]]) // reject
{
    data[0] = 1;
    return 0;
}
