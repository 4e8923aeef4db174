//! title:     The numbers of SIMD-groups and quad-groups have one type
//! verifies:  kattr.rule.simd_types_match
//! requires:  msl 2.1
//! for:       OTHER in threads_per_simdgroup simdgroup_index_in_threadgroup simdgroups_per_threadgroup
//!            dispatch_simdgroups_per_threadgroup quadgroup_index_in_threadgroup quadgroups_per_threadgroup
//!            dispatch_quadgroups_per_threadgroup
//! reject:
//! grade:     rule stated
//! control:   replace `ushort b` with `uint b`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint *result [[buffer(0)]], uint a [[thread_index_in_simdgroup]],
                  ushort b [[OTHER]]) // reject
{
    result[0] = uint(a) + uint(b);
}
