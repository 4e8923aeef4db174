//! title:     A threadgroup of 48 threads has a whole SIMD-group and a partial one, whose sums take in the lanes that
//!            exist
//! verifies:  c.tg.48 c.simd_sum.arbitrary
//! requires:  msl 2.1, feature simd_reduction
//! dispatch:  groups 2, threadgroup simd_width + simd_width / 2
//! in:        one uint[threads] = ones
//! out:       lanes uint[threads]
//! out:       groups_in uint[threads]
//! expect:    lanes = simd_sum(one)
//! expect:    groups_in = values 2 …
//! mutant:    c.simd_sum.arbitrary | replace `lanes[i] = simd_sum(one[i]);` with `lanes[i] = width;`
//! mutant:    c.tg.48 | replace `groups_in[i] = groups;` with `groups_in[i] = 48 / width;`
//! note:      48 where SIMD-groups are 32 wide; in general one and a half times the width.

#include <metal_stdlib>
using namespace metal;

kernel void count_lanes(device const uint *one [[buffer(0)]], device uint *lanes [[buffer(1)]],
                        device uint *groups_in [[buffer(2)]], uint i [[thread_position_in_grid]],
                        uint width [[threads_per_simdgroup]], uint groups [[simdgroups_per_threadgroup]])
{
    lanes[i] = simd_sum(one[i]);
    groups_in[i] = groups;
}
