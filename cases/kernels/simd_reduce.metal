//! title:     simd_reduce: every SIMD-group of the grid writes the sum of its inputs into a slot of its own
//! verifies:  k.simd_reduce err.d.simdreduce.race err.d.simdreduce.nobounds
//! requires:  feature simd_reduction
//! subcases:  (COUNT, TG) in (0, 32) (1, 32) (31, 32) (32, 32) (33, 32) (48, 48) (100, 64) (250, 64) (1000, 100)
//!            (5000, 1024)
//! dispatch:  groups max(ceil_div(COUNT, TG), 1), threadgroup TG
//! in:        input float[TG * max(ceil_div(COUNT, TG), 1)] = integers(1, 9)
//! out:       output float[ceil_div(TG, simd_width) * max(ceil_div(COUNT, TG), 1)]
//! in:        count uint = COUNT
//! expect:    output = simd_group_sums(input, count)
//! mutant:    err.d.simdreduce.race | replace `output[threadgroup_index * groups + group]` with `output[group]`
//!            | for COUNT=250
//! mutant:    err.d.simdreduce.nobounds | replace `i < count ? input[i] : 0.0f` with `input[i]` | for COUNT=250
//! mutant:    k.simd_reduce | replace `simd_sum(` with `simd_max(` | for COUNT=48

#include <metal_stdlib>
using namespace metal;

kernel void simd_reduce(device const float *input [[buffer(0)]], device float *output [[buffer(1)]],
                        constant uint &count [[buffer(2)]], uint i [[thread_position_in_grid]],
                        uint threadgroup_index [[threadgroup_position_in_grid]],
                        uint lane [[thread_index_in_simdgroup]], uint group [[simdgroup_index_in_threadgroup]],
                        uint groups [[simdgroups_per_threadgroup]])
{
    const float sum = simd_sum(i < count ? input[i] : 0.0f);
    if (lane == 0)
        output[threadgroup_index * groups + group] = sum;
}
