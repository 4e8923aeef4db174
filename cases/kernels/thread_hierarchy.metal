//! title:     my_kernel: every thread knows its place in the grid, in its threadgroup, and the sizes of both
//! verifies:  k.my_kernel.attrs kattr.formula.grid_position kattr.nonuniform.actual_size
//!            kattr.thread_position_in_grid kattr.threadgroup_position_in_grid kattr.thread_position_in_threadgroup
//!            kattr.threads_per_threadgroup kattr.dispatch_threads_per_threadgroup kattr.threadgroups_per_grid
//! requires:  feature nonuniform_threadgroups
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (100, 1, 1, 32, 1, 1) (33, 17, 1, 16, 8, 1) (7, 5, 3, 4, 4,
//!            4) (64, 4, 2, 8, 4, 2) (57, 9, 1, 32, 4, 1) (3, 2, 19, 2, 1, 8)
//! dispatch:  threads X x Y x Z, threadgroup TX x TY x TZ
//! out:       position uint3[X * Y * Z]
//! out:       group uint3[X * Y * Z]
//! out:       local uint3[X * Y * Z]
//! out:       actual uint3[X * Y * Z]
//! out:       dispatched uint3[X * Y * Z]
//! out:       of_grid uint3[X * Y * Z]
//! out:       sum uint3[X * Y * Z]
//! expect:    position = thread_position_in_grid()
//! expect:    group = threadgroup_position_in_grid()
//! expect:    local = thread_position_in_threadgroup()
//! expect:    actual = threads_per_threadgroup()
//! expect:    dispatched = dispatch_threads_per_threadgroup()
//! expect:    of_grid = threadgroups_per_grid()
//! expect:    sum = thread_position_in_grid()
//! mutant:    kattr.thread_position_in_grid | replace `position[i] = at;` with `position[i] = in_group;` | for X=57
//! mutant:    kattr.threadgroup_position_in_grid | replace `group[i] = of_group;` with `group[i] = at;` | for X=57
//! mutant:    kattr.thread_position_in_threadgroup | replace `local[i] = in_group;` with `local[i] = at;` | for X=57
//! mutant:    kattr.threads_per_threadgroup | replace `actual[i] = size;` with `actual[i] = dispatch_size;` | for X=57
//! mutant:    kattr.dispatch_threads_per_threadgroup | replace `dispatched[i] = dispatch_size;`
//!            with `dispatched[i] = size;` | for X=57
//! mutant:    kattr.threadgroups_per_grid | replace `of_grid[i] = group_count;`
//!            with `of_grid[i] = grid / dispatch_size;` | for X=57
//! mutant:    kattr.formula.grid_position | replace `of_group * dispatch_size` with `of_group * size` | for X=57
//! mutant:    k.my_kernel.attrs | replace `position[i] = at;` with `position[i] = of_group * size + in_group;` | for
//!            X=57
//! mutant:    kattr.nonuniform.actual_size | replace `actual[i] = size;` with `actual[i] = uint3(size.x,
//!            dispatch_size.yz);` | for X=57
//! note:      In a smaller threadgroup at the edge only the dispatched size gives the identity of positions.

#include <metal_stdlib>
using namespace metal;

kernel void my_kernel(device uint3 *position [[buffer(0)]], device uint3 *group [[buffer(1)]],
                      device uint3 *local [[buffer(2)]], device uint3 *actual [[buffer(3)]],
                      device uint3 *dispatched [[buffer(4)]], device uint3 *of_grid [[buffer(5)]],
                      device uint3 *sum [[buffer(6)]], uint3 at [[thread_position_in_grid]],
                      uint3 of_group [[threadgroup_position_in_grid]],
                      uint3 in_group [[thread_position_in_threadgroup]],
                      uint3 size [[threads_per_threadgroup]], uint3 dispatch_size [[dispatch_threads_per_threadgroup]],
                      uint3 group_count [[threadgroups_per_grid]], uint3 grid [[threads_per_grid]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    position[i] = at;
    group[i] = of_group;
    local[i] = in_group;
    actual[i] = size;
    dispatched[i] = dispatch_size;
    of_grid[i] = group_count;
    sum[i] = of_group * dispatch_size + in_group;
}
