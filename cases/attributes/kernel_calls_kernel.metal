//! title:     A kernel does not call a kernel
//! verifies:  func.kernel.no_mutual_calls
//! reject:    kernel call
//! grade:     error stated
//! control:   replace `kernel void first(device int *data [[buffer(0)]])` with `void first(device int *data)`

#include <metal_stdlib>
using namespace metal;

kernel void first(device int *data [[buffer(0)]])
{
    data[0] = 1;
}

kernel void second(device int *data [[buffer(0)]])
{
    first(data); // reject
}
