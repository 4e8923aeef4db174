//! title:     A dispatch of whole threadgroups has a grid of their number times their size
//! verifies:  kattr.formula.grid_size c.dispatchthreadgroups.total
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (3, 1, 1, 33, 1, 1) (3, 5, 1, 7, 3, 1) (2, 3, 4, 5, 3, 2)
//! dispatch:  groups X x Y x Z, threadgroup TX x TY x TZ
//! out:       size uint3[X * Y * Z * TX * TY * TZ]
//! inout:     total uint[1] = zeros
//! expect:    size = threads_per_grid()
//! expect:    total = values X*Y*Z*TX*TY*TZ
//! mutant:    kattr.formula.grid_size | replace `= grid;` with `= groups;`
//! mutant:    c.dispatchthreadgroups.total | replace `atomic_fetch_add_explicit(total` with `if (all(at < groups))
//!            atomic_fetch_add_explicit(total`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint3 *size [[buffer(0)]], device atomic_uint *total [[buffer(1)]],
                  uint3 at [[thread_position_in_grid]], uint3 grid [[threads_per_grid]],
                  uint3 groups [[threadgroups_per_grid]])
{
    atomic_fetch_add_explicit(total, 1, memory_order_relaxed);
    size[at.x + grid.x * (at.y + grid.y * at.z)] = grid;
}
