//! title:     A pipeline that asks for other required threads than the attribute of its kernel is refused
//! verifies:  func.required_threads.mismatch
//! requires:  msl 4.0, os 26.0
//! options:   required_threads 64
//! no_pipeline: required threads threadgroup
//! control:   replace `required_threads_per_threadgroup(128)` with `required_threads_per_threadgroup(64)`

#include <metal_stdlib>
using namespace metal;

[[required_threads_per_threadgroup(128)]]
kernel void fill(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = i;
}
