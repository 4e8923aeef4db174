//! title:     The place of a thread in its SIMD-group stays for the length of a kernel and is the same in every
//!            threadgroup
//! verifies:  simdgroup.mapping_invariant simdgroup.since
//! requires:  msl 2.1, feature simd_reduction
//! subcases:  THREADS in 32 33 100 256
//! dispatch:  groups 5, threadgroup THREADS
//! out:       place uint2[5 * THREADS]
//! expect:    place = place_in_simdgroup()
//! mutant:    simdgroup.mapping_invariant | replace `first == again` with `first != again`
//! mutant:    simdgroup.since | replace `lane % 4 == quad_lane` with `lane % 4 != quad_lane`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint2 *place [[buffer(0)]], uint i [[thread_position_in_grid]],
                  uint lane [[thread_index_in_simdgroup]], uint group [[simdgroup_index_in_threadgroup]],
                  uint quad_lane [[thread_index_in_quadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup uint shared_lane[1024];
    const uint first_lane = group * width;
    const uint first = simd_prefix_exclusive_sum(1u);
    shared_lane[first_lane + lane] = lane;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const uint again = simd_prefix_exclusive_sum(1u) + shared_lane[first_lane + lane] - lane;
    place[i] = first == again && lane % 4 == quad_lane ? uint2(group, lane) : uint2(~0u);
}
