//! title:     SIMD-groups and quad-groups are counted and numbered in every threadgroup, as ushort or uint, the partial
//!            ones too
//! verifies:  kattr.simdgroup_index_in_threadgroup kattr.simdgroups_per_threadgroup kattr.thread_index_in_simdgroup
//!            kattr.dispatch_simdgroups_per_threadgroup kattr.quadgroup_index_in_threadgroup
//!            kattr.quadgroups_per_threadgroup kattr.thread_index_in_quadgroup
//!            kattr.dispatch_quadgroups_per_threadgroup kattr.formula.simdgroups kattr.formula.quadgroups
//!            kattr.formula.dispatch_counts simdgroup.equal_size quadgroup.size
//! requires:  msl 2.1, feature nonuniform_threadgroups
//! before:    the attributes of SIMD-groups are older; those of quads are the new ones
//! for:       ATTRIBUTE in simdgroup_index_in_threadgroup simdgroups_per_threadgroup thread_index_in_simdgroup
//!            dispatch_simdgroups_per_threadgroup quadgroup_index_in_threadgroup quadgroups_per_threadgroup
//!            thread_index_in_quadgroup dispatch_quadgroups_per_threadgroup; T in ushort uint
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (100, 1, 1, 32, 1, 1) (33, 17, 1, 16, 8, 1) (7, 5, 3, 4, 4,
//!            4) (57, 9, 1, 32, 4, 1) (250, 1, 1, 250, 1, 1) (1030, 1, 1, 1024, 1, 1)
//! dispatch:  threads X x Y x Z, threadgroup TX x TY x TZ
//! out:       result T[X * Y * Z]
//! expect:    result = ATTRIBUTE()
//! mutant:    kattr.simdgroup_index_in_threadgroup kattr.simdgroups_per_threadgroup kattr.thread_index_in_simdgroup
//!            kattr.dispatch_simdgroups_per_threadgroup kattr.quadgroup_index_in_threadgroup
//!            kattr.quadgroups_per_threadgroup kattr.thread_index_in_quadgroup
//!            kattr.dispatch_quadgroups_per_threadgroup |
//!            replace `result[i] = number` with `result[i] = number + (i == 0)`
//! mutant:    kattr.formula.simdgroups kattr.formula.quadgroups kattr.formula.dispatch_counts simdgroup.equal_size
//!            quadgroup.size |
//!            replace `= number;` with `= i % 64 < 36 ? number : T(0x55);`

#include <metal_stdlib>
using namespace metal;

kernel void store(device T *result [[buffer(0)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]], T number [[ATTRIBUTE]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    result[i] = number;
}
