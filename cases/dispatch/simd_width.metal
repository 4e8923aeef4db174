//! title:     The width of a SIMD-group is the same number under both of its names, for every thread
//! verifies:  kattr.threads_per_simdgroup kattr.thread_execution_width
//! requires:  msl 2.0, feature nonuniform_threadgroups
//! for:       T in ushort uint
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (100, 1, 1, 32, 1, 1) (33, 17, 1, 16, 8, 1) (7, 5, 3, 4, 4,
//!            4) (57, 9, 1, 32, 4, 1) (250, 1, 1, 250, 1, 1) (1030, 1, 1, 1024, 1, 1) (3, 2, 19, 2, 1, 8)
//! dispatch:  threads X x Y x Z, threadgroup TX x TY x TZ
//! out:       width T[X * Y * Z]
//! out:       alias T[X * Y * Z]
//! expect:    width = counted(simd_width, 0)
//! expect:    alias = counted(simd_width, 0)
//! mutant:    kattr.threads_per_simdgroup | replace `width[i] = per_group` with `width[i] = per_group / 2`
//! mutant:    kattr.thread_execution_width | replace `alias[i] = execution` with `alias[i] = execution - 1`

#include <metal_stdlib>
using namespace metal;

kernel void store(device T *width [[buffer(0)]], device T *alias [[buffer(1)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]], T per_group [[threads_per_simdgroup]],
                  T execution [[thread_execution_width]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    width[i] = per_group;
    alias[i] = execution;
}
