//! title:     A sum of 2^24 ones through SIMD-groups, threadgroup memory and one float atomic is exactly 2^24
//! verifies:  k.parallel_reduce_sum
//! requires:  feature atomic_float, feature simd_permute
//! dispatch:  groups pow2(14), threadgroup 1024
//! in:        input float[pow2(24)] = ones
//! inout:     total float[1] = zeros
//! expect:    total = reduce_sum(input, pow2(24), 0, 1)
//! mutant:    k.parallel_reduce_sum | replace `k < groups` with `k + 1 < groups`
//! mutant:    k.parallel_reduce_sum | replace `threadgroup_barrier(mem_flags::mem_threadgroup);` with ``
//! note:      2^24 is the largest number up to which a float counts every one. All partial sums are exact, so no
//!            order of the atomics may change the total. Every SIMD-group is full: simd_shuffle_down serves.

#include <metal_stdlib>
using namespace metal;

static float sum_lanes(float value, ushort width)
{
    for (ushort offset = width / 2; offset > 0; offset /= 2)
        value += simd_shuffle_down(value, offset);
    return value;
}

kernel void parallel_reduce_sum(device const float *input [[buffer(0)]], device atomic_float *total [[buffer(1)]],
                                uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                                uint lane [[thread_index_in_simdgroup]],
                                uint group [[simdgroup_index_in_threadgroup]],
                                uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup float partial[128];
    const float sum = sum_lanes(input[i], width);
    if (lane == 0)
        partial[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (group == 0) {
        float all = 0.0f;
        for (uint k = lane; k < groups; k += width)
            all += partial[k];
        all = sum_lanes(all, width);
        if (local == 0)
            atomic_fetch_add_explicit(total, all, memory_order_relaxed);
    }
}
