//! title:     max_total_threads_per_threadgroup beyond what the device has gives no pipeline
//! verifies:  func.max_total_threads.too_big
//! no_pipeline: max_total_threads threads threadgroup
//! grade:     error stated
//! control:   replace `1048576` with `32`

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(1048576)]]
kernel void fill(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = i;
}
