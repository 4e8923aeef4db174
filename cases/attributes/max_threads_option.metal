//! title:     The compile option max_threads limits every kernel, but for one whose attribute says otherwise
//! verifies:  opt.max_threads.option opt.max_threads.attribute_wins
//! requires:  msl 3.0, os 13.3
//! before:    the option is the host's, not the language's
//! options:   max_threads 64
//! reflect:   plain: max_threads = 64
//! reflect:   attributed: max_threads = 128
//! mutant:    opt.max_threads.option | replace `kernel void plain` with `[[max_total_threads_per_threadgroup(32)]] kernel void plain`
//! mutant:    opt.max_threads.attribute_wins | replace `[[max_total_threads_per_threadgroup(128)]]` with ``

#include <metal_stdlib>
using namespace metal;

kernel void plain(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = i;
}

[[max_total_threads_per_threadgroup(128)]]
kernel void attributed(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = i;
}
