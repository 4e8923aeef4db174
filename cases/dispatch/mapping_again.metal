//! title:     A second dispatch of equal parameters maps threads to SIMD-groups as the first
//! verifies:  simdgroup.mapping_invariant
//! requires:  msl 2.0
//! subcases:  THREADS in 32 33 100 256
//! dispatch:  store(first): groups 3, threadgroup THREADS
//! dispatch:  check(first, kept): groups 3, threadgroup THREADS
//! out:       first uint2[3 * THREADS]
//! out:       kept uint[3 * THREADS]
//! expect:    first = place_in_simdgroup()
//! expect:    kept = values 1 1 …
//! mutant:    simdgroup.mapping_invariant | replace `uint2(group, lane))` with `uint2(group, lane ^ 1))`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint2 *first [[buffer(0)]], uint i [[thread_position_in_grid]],
                  uint lane [[thread_index_in_simdgroup]], uint group [[simdgroup_index_in_threadgroup]])
{
    first[i] = uint2(group, lane);
}

kernel void check(device const uint2 *first [[buffer(0)]], device uint *kept [[buffer(1)]],
                  uint i [[thread_position_in_grid]], uint lane [[thread_index_in_simdgroup]],
                  uint group [[simdgroup_index_in_threadgroup]])
{
    kept[i] = all(first[i] == uint2(group, lane));
}
