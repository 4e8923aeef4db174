//! title:     parallel_reduce_sum: shuffles inside a SIMD-group, then across SIMD-groups, then one atomic per
//!            threadgroup
//! verifies:  k.parallel_reduce_sum c.atomic.float.add err.a.reduce.partialsimd
//! requires:  feature atomic_float, feature simd_permute, feature nonuniform_threadgroups
//! subcases:  (COUNT, TG, START) in (0, 1, 3) (1, 1, 0) (31, 31, 0) (32, 32, 0) (33, 33, 5) (1000, 256, 0)
//!            (1023, 1024, 0) (1024, 1024, 0) (1025, 1024, 7) (1048583, 1024, 0)
//! dispatch:  threads max(COUNT, 1), threadgroup TG
//! threadgroup: 0 4 * ceil_div(TG, simd_width)
//! in:        input float[max(COUNT, 1)] = integers(0, 7)
//! inout:     total float[1] = constant(START)
//! in:        count uint = COUNT
//! expect:    total = reduce_sum(input, count, START, 1)
//! mutant:    err.a.reduce.partialsimd | replace `source < lanes ? other : 0.0f` with `other` | for COUNT=1000
//! mutant:    k.parallel_reduce_sum | replace `offset = width / 2` with `offset = width / 4` | for COUNT=1024
//! mutant:    k.parallel_reduce_sum | replace `threadgroup_barrier(mem_flags::mem_threadgroup);` with ``
//!            | for COUNT=1024
//! mutant:    k.parallel_reduce_sum | replace `i < count ?` with `i + 1 < count ?` | for COUNT=1025
//! mutant:    c.atomic.float.add | replace `atomic_fetch_add_explicit` with `atomic_store_explicit`
//!            | for COUNT=1048583
//! note:      The guide's kernel calls simd_shuffle_down in partly filled SIMD-groups, where lanes read from lanes
//!            that do not exist. Here every lane reads a lane that exists and drops what lies past the end.

#include <metal_stdlib>
using namespace metal;

// The sum over the first `lanes` lanes of a SIMD-group, in lane 0.
static float sum_lanes(float value, ushort lane, ushort lanes, ushort width)
{
    for (ushort offset = width / 2; offset > 0; offset /= 2) {
        const ushort source = lane + offset;
        const float other = simd_shuffle(value, source < lanes ? source : lane);
        value += source < lanes ? other : 0.0f;
    }
    return value;
}

kernel void parallel_reduce_sum(device const float *input [[buffer(0)]], device atomic_float *total [[buffer(1)]],
                                constant uint &count [[buffer(2)]], threadgroup float *partial [[threadgroup(0)]],
                                uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                                uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                uint group [[simdgroup_index_in_threadgroup]],
                                uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    const uint lanes = min(width, threads - group * width);
    const float sum = sum_lanes(i < count ? input[i] : 0.0f, lane, lanes, width);
    if (lane == 0)
        partial[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (group == 0) {
        float all = 0.0f; // a partial first SIMD-group is the only one
        for (uint k = lane; k < groups; k += lanes)
            all += partial[k];
        all = sum_lanes(all, lane, lanes, width);
        if (local == 0)
            atomic_fetch_add_explicit(total, all, memory_order_relaxed);
    }
}
