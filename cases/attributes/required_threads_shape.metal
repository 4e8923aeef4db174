//! title:     Required threads are compared in each dimension
//! verifies:  func.required_threads.mismatch
//! requires:  msl 4.0, os 26.0
//! for:       (W, H, D) in (8, 4, 1) (8, 2, 2) (4, 4, 2) (4, 8, 2)
//! options:   required_threads W x H x D
//! no_pipeline: required threads threadgroup
//! control:   replace `required_threads_per_threadgroup(8, 4, 2)` with `required_threads_per_threadgroup(W, H, D)`

#include <metal_stdlib>
using namespace metal;

[[required_threads_per_threadgroup(8, 4, 2)]]
kernel void fill(device uint *result [[buffer(0)]], uint i [[thread_index_in_threadgroup]])
{
    result[i] = i;
}
