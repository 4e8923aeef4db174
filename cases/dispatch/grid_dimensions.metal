//! title:     A kernel runs once for every point of a grid of one, two or three dimensions
//! verifies:  func.kernel.grid kattr.grid_dims kattr.group_unique kattr.thread_position_range kb41
//! requires:  feature nonuniform_threadgroups
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (100, 1, 1, 32, 1, 1) (33, 17, 1, 16, 8, 1) (7, 5, 3, 4, 4,
//!            4) (57, 9, 1, 32, 4, 1) (250, 1, 1, 250, 1, 1) (1030, 1, 1, 1024, 1, 1) (3, 2, 19, 2, 1, 8)
//!            (3, 2, 300, 2, 2, 1) (1, 300, 1, 1, 1, 1) (65538, 1, 1, 1, 1, 1) (1, 65538, 1, 1, 1, 1) (1, 1, 65538, 1, 1, 1) (6, 6, 40, 4, 4, 1)
//! dispatch:  threads X x Y x Z, threadgroup TX x TY x TZ
//! inout:     runs uint[X * Y * Z] = zeros
//! inout:     by_group uint[X * Y * Z] = zeros
//! out:       beyond uint[X * Y * Z]
//! expect:    runs = counted(1, 0)
//! expect:    by_group = counted(1, 0)
//! expect:    beyond = counted(0, 0)
//! mutant:    kattr.group_unique | replace `of_group.x * size.x + local.x` with `of_group.x + local.x` | for X=57
//! mutant:    kattr.thread_position_range | replace `local >= actual` with `local + 1 >= actual`
//! mutant:    kb41 | replace `of_group.x * size.x` with `of_group.x * actual.x` | for X=57
//! mutant:    func.kernel.grid | replace `&runs[i], 1,` with `&runs[i], 1 + uint(any(actual < size)),` | for X=57
//! mutant:    kattr.grid_dims | replace `at.x + grid.x * (at.y + grid.y * at.z)` with `at.x + grid.x * at.y` | for X=7
//!            X=3

#include <metal_stdlib>
using namespace metal;

kernel void count(device atomic_uint *runs [[buffer(0)]], device atomic_uint *by_group [[buffer(1)]],
                  device uint *beyond [[buffer(2)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]], uint3 of_group [[threadgroup_position_in_grid]],
                  uint3 local [[thread_position_in_threadgroup]], uint3 actual [[threads_per_threadgroup]],
                  uint3 size [[dispatch_threads_per_threadgroup]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    atomic_fetch_add_explicit(&runs[i], 1, memory_order_relaxed);
    const uint x = of_group.x * size.x + local.x, y = of_group.y * size.y + local.y;
    const uint z = of_group.z * size.z + local.z;
    atomic_fetch_add_explicit(&by_group[x + grid.x * (y + grid.y * z)], 1, memory_order_relaxed);
    beyond[i] = any(local >= actual);
}
