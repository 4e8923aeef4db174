//! title:     A dispatch of whole threadgroups has a grid of their number times their size
//! verifies:  kattr.formula.grid_size kattr.grid_dims
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (3, 1, 1, 33, 1, 1) (3, 5, 1, 7, 3, 1) (2, 3, 4, 5, 3, 2)
//! dispatch:  groups X x Y x Z, threadgroup TX x TY x TZ
//! out:       size uint3[X * Y * Z * TX * TY * TZ]
//! expect:    size = threads_per_grid()
//! mutant:    kattr.formula.grid_size kattr.grid_dims | replace `= grid;` with `= groups;`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint3 *size [[buffer(0)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]],
                  uint3 groups [[threadgroups_per_grid]])
{
    size[at.x + grid.x * (at.y + grid.y * at.z)] = grid;
}
