//! title:     A thread's index in its threadgroup, its SIMD-group and its lane agree, in one, two and three
//!            dimensions
//! verifies:  kattr.thread_index_in_threadgroup kattr.formula.thread_index kattr.simd_linear kattr.lane_ranges
//! requires:  msl 2.0, feature simd_permute
//! subcases:  (TX, TY, TZ) in (1, 1, 1) (33, 1, 1) (16, 8, 1) (7, 5, 3) (1024, 1, 1)
//! dispatch:  threads 2 * TX x 2 * TY x TZ, threadgroup TX x TY x TZ
//! out:       index uint[4 * TX * TY * TZ]
//! out:       joined uint[4 * TX * TY * TZ]
//! expect:    index = thread_index_in_threadgroup()
//! expect:    joined = thread_index_in_threadgroup()
//! mutant:    kattr.formula.thread_index | replace `index[i] = number;` with `index[i] = local.y + local.x * size.y;`
//!            | for TX=16
//! mutant:    kattr.thread_index_in_threadgroup | replace `index[i] = number;` with `index[i] = i;` | for TX=16
//! mutant:    kattr.simd_linear | replace `group * width + lane` with `(local.y / 4 * 2 + local.x / 8) * 32 + local.y
//!            % 4 * 8 + local.x % 8` | for TX=16
//! mutant:    kattr.lane_ranges | replace `group * width + lane` with `group * width + (lane == 0 ? width : lane)` |
//!            for TX=1024

#include <metal_stdlib>
using namespace metal;

kernel void number_threads(device uint *index [[buffer(0)]], device uint *joined [[buffer(1)]],
                           uint3 position [[thread_position_in_grid]], uint3 grid [[threads_per_grid]],
                           uint3 local [[thread_position_in_threadgroup]], uint3 size [[threads_per_threadgroup]],
                           uint number [[thread_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                           uint group [[simdgroup_index_in_threadgroup]], uint width [[threads_per_simdgroup]])
{
    const uint i = position.x + grid.x * (position.y + grid.y * position.z);
    index[i] = number;
    joined[i] = group * width + lane;
}
