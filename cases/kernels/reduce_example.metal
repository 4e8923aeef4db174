//! title:     The specification's two-level reduction, repaired: two inputs per thread, one integer atomic per
//!            threadgroup
//! verifies:  k.spec.reduce_example err.s.reduce.loop simd.example.reduction
//! requires:  feature simd_permute
//! subcases:  (GROUPS, TG) in (1, 64) (2, 64) (3, 256) (2, 1024) (5, 128)
//! dispatch:  groups GROUPS, threadgroup TG
//! threadgroup: 0 4 * max(ceil_div(TG, simd_width), 1)
//! in:        input int[2 * GROUPS * TG] = integers(-1000, 1000)
//! inout:     total int[1] = zeros
//! expect:    total = reduce_sum(input, 2 * GROUPS * TG, 0, 1)
//! mutant:    err.s.reduce.loop | replace `k < groups; k += width` with `k == group; k += width`
//!            | for TG=256
//! mutant:    k.spec.reduce_example | replace `input[2 * i] + input[2 * i + 1]` with `2 * input[2 * i]` | for TG=64
//! mutant:    simd.example.reduction | replace `threadgroup_barrier(mem_flags::mem_threadgroup);` with ``
//!            | for TG=256

#include <metal_stdlib>
using namespace metal;

static int sum_lanes(int value, ushort width)
{
    for (ushort offset = width / 2; offset > 0; offset /= 2)
        value += simd_shuffle_down(value, offset);
    return value;
}

kernel void reduce(device const int *input [[buffer(0)]], device atomic_int *total [[buffer(1)]],
                   threadgroup int *partial [[threadgroup(0)]], uint i [[thread_position_in_grid]],
                   uint lane [[thread_index_in_simdgroup]], uint group [[simdgroup_index_in_threadgroup]],
                   uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    int value = sum_lanes(input[2 * i] + input[2 * i + 1], width);
    if (lane == 0)
        partial[group] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (group == 0) {
        value = 0;
        for (uint k = lane; k < groups; k += width)
            value += partial[k];
        value = sum_lanes(value, width);
        if (lane == 0)
            atomic_fetch_add_explicit(total, value, memory_order_relaxed);
    }
}
