//! title:     max_total_threads_per_threadgroup takes 32 bits
//! verifies:  func.max_total_threads.range
//! for:       MOST in 4294967296
//! reject:
//! grade:     rule stated
//! control:   replace `(MOST)` with `(64)`

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(MOST)]] // reject
kernel void fill(device int *data [[buffer(0)]])
{
    data[0] = 1;
}
