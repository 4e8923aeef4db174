//! title:     SIMD-groups and quad-groups are counted and numbered in every threadgroup, as ushort or uint, the partial
//!            ones too
//! verifies:  kattr.{ATTRIBUTE} kattr.formula.simdgroups kattr.formula.quadgroups kattr.formula.dispatch_counts
//!            simdgroup.equal_size quadgroup.size
//! requires:  msl 2.1, feature nonuniform_threadgroups
//! before:    the attributes of SIMD-groups are older; those of quads are the new ones
//! for:       ATTRIBUTE in simdgroup_index_in_threadgroup simdgroups_per_threadgroup thread_index_in_simdgroup
//!            dispatch_simdgroups_per_threadgroup quadgroup_index_in_threadgroup quadgroups_per_threadgroup
//!            thread_index_in_quadgroup dispatch_quadgroups_per_threadgroup; T in ushort uint
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (100, 1, 1, 32, 1, 1) (33, 17, 1, 16, 8, 1) (7, 5, 3, 4, 4,
//!            4) (57, 9, 1, 32, 4, 1) (250, 1, 1, 250, 1, 1) (1030, 1, 1, 1024, 1, 1) (3, 2, 19, 2, 1, 8)
//! dispatch:  threads X x Y x Z, threadgroup TX x TY x TZ
//! out:       result T[X * Y * Z]
//! expect:    result = ATTRIBUTE()
//! mutant:    kattr.simdgroup_index_in_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[quadgroup_index_in_threadgroup]]` | for ATTRIBUTE=simdgroup_index_in_threadgroup
//! mutant:    kattr.simdgroups_per_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[dispatch_simdgroups_per_threadgroup]]` | for ATTRIBUTE=simdgroups_per_threadgroup
//! mutant:    kattr.thread_index_in_simdgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[thread_index_in_threadgroup]]` | for ATTRIBUTE=thread_index_in_simdgroup
//! mutant:    kattr.dispatch_simdgroups_per_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[simdgroups_per_threadgroup]]` | for ATTRIBUTE=dispatch_simdgroups_per_threadgroup
//! mutant:    kattr.quadgroup_index_in_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[simdgroup_index_in_threadgroup]]` | for ATTRIBUTE=quadgroup_index_in_threadgroup
//! mutant:    kattr.quadgroups_per_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[dispatch_quadgroups_per_threadgroup]]` | for ATTRIBUTE=quadgroups_per_threadgroup
//! mutant:    kattr.thread_index_in_quadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[thread_index_in_simdgroup]]` | for ATTRIBUTE=thread_index_in_quadgroup
//! mutant:    kattr.dispatch_quadgroups_per_threadgroup | replace `T number [[ATTRIBUTE]]` with `T number
//!            [[quadgroups_per_threadgroup]]` | for ATTRIBUTE=dispatch_quadgroups_per_threadgroup
//! mutant:    kattr.formula.simdgroups | replace `= number;` with `= size.x * size.y * size.z / width;` and replace
//!            `[[ATTRIBUTE]])` with `[[ATTRIBUTE]], uint3 size [[threads_per_threadgroup]], T width
//!            [[threads_per_simdgroup]])` | for ATTRIBUTE=simdgroups_per_threadgroup
//! mutant:    kattr.formula.quadgroups | replace `= number;` with `= size.x * size.y * size.z / 4;` and replace
//!            `[[ATTRIBUTE]])` with `[[ATTRIBUTE]], uint3 size [[threads_per_threadgroup]])` | for
//!            ATTRIBUTE=quadgroups_per_threadgroup
//! mutant:    kattr.formula.dispatch_counts | replace `= number;` with `= size.x * size.y * size.z / width;` and
//!            replace `[[ATTRIBUTE]])` with `[[ATTRIBUTE]], uint3 size [[dispatch_threads_per_threadgroup]], T
//!            width [[threads_per_simdgroup]])` | for ATTRIBUTE=dispatch_simdgroups_per_threadgroup
//! mutant:    simdgroup.equal_size | replace `= number;` with `= (local + width / 2) / width;` and replace
//!            `[[ATTRIBUTE]])` with `[[ATTRIBUTE]], T local [[thread_index_in_threadgroup]], T width
//!            [[threads_per_simdgroup]])` | for ATTRIBUTE=simdgroup_index_in_threadgroup
//! mutant:    quadgroup.size | replace `= number;` with `= local / 8;` and replace `[[ATTRIBUTE]])` with
//!            `[[ATTRIBUTE]], T local [[thread_index_in_threadgroup]])` | for
//!            ATTRIBUTE=quadgroup_index_in_threadgroup

#include <metal_stdlib>
using namespace metal;

kernel void store(device T *result [[buffer(0)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]], T number [[ATTRIBUTE]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    result[i] = number;
}
