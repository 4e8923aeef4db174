//! title:     max_total_threads_per_threadgroup stands before a kernel's declaration, not behind its parameters
//! verifies:  func.max_total_threads.attribute
//! reject:
//! grade:     inferred
//! control:   replace `) [[max_total_threads_per_threadgroup(64)]]` with `)`

// As C++ has it: behind the parameters an attribute is one of the function's type, which this one cannot be.
#include <metal_stdlib>
using namespace metal;

kernel void fill(device int *data [[buffer(0)]]) [[max_total_threads_per_threadgroup(64)]] // reject
{
    data[0] = 1;
}
