//! title:     SIMD-groups may run simdgroup_barrier a different number of times
//! verifies:  barrier.simdgroup.independent c.simd.nobarrier
//! requires:  feature simd_permute
//! dispatch:  groups 2, threadgroup 256
//! in:        data uint[512] = random
//! out:       result uint[512]
//! expect:    result = rotated_by_simdgroup(data)
//! alone:     SIMD-groups run different numbers of barriers
//! mutant:    barrier.simdgroup.independent | replace `round <= simdgroup` with `round < simdgroup`
//! mutant:    c.simd.nobarrier | replace `simdgroup_barrier(mem_flags::mem_threadgroup); value` with `value`

#include <metal_stdlib>
using namespace metal;

kernel void rotate_lanes(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint lane [[thread_index_in_simdgroup]], uint width [[threads_per_simdgroup]],
                         uint simdgroup [[simdgroup_index_in_threadgroup]])
{
    threadgroup uint slot[256];
    uint value = data[i];
    for (uint round = 0; round <= simdgroup; round++) {
        slot[local] = value;
        simdgroup_barrier(mem_flags::mem_threadgroup);
        value = slot[local - lane + (lane + 1) % width];
        simdgroup_barrier(mem_flags::mem_threadgroup);
    }
    result[i] = value;
}
