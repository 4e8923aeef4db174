//! title:     The same SIMD operation in both arms of a branch: whether it joins the lanes of both is recorded
//! verifies:  kb51
//! requires:  msl 2.1, feature simd_reduction
//! dispatch:  groups 16, threadgroup 192
//! in:        data uint[threads] = lane_values(simd_width)
//! in:        taken uchar[threads] = sparse_flags(simd_width)
//! in:        all uchar[threads] = ones
//! out:       before uint[threads]
//! out:       in_branch uint[threads]
//! out:       joined uint[threads]
//! expect:    before = simd_sum(data, all)
//! expect:    in_branch = recorded simd_sum(data, taken)
//! expect:    joined = recorded simd_sum(data, all)
//! mutant:    kb51 | replace `before[i] = simd_sum(data[i])` with `before[i] = simd_max(data[i])`
//! note:      The text gives sums over the active threads; a compiler may find both arms equal and make them one. wgpu's tests of
//!            subgroups say that a Mac does. simd/sum judges sums in one arm.

#include <metal_stdlib>
using namespace metal;

kernel void reduce(device const uint *data [[buffer(0)]], device const uchar *taken [[buffer(1)]],
                   device const uchar *all [[buffer(2)]], device uint *before [[buffer(3)]],
                   device uint *in_branch [[buffer(4)]], device uint *joined [[buffer(5)]],
                   uint i [[thread_position_in_grid]])
{
    before[i] = simd_sum(data[i]);
    uint sum;
    if (taken[i])
        sum = simd_sum(data[i]);
    else
        sum = simd_sum(data[i]);
    in_branch[i] = sum;
    joined[i] = sum;
}
