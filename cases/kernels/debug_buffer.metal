//! title:     A debug buffer in which the first thread records the sizes of the launch
//! verifies:  k.dbg.buffer kattr.threads_per_grid
//! requires:  feature nonuniform_threadgroups
//! subcases:  (X, Y, Z) in (1, 1, 1) (64, 1, 1) (100, 7, 3) (33, 17, 1)
//! dispatch:  threads X x Y x Z, threadgroup 8 x 4 x 2
//! inout:     record float[12] = constant(-1)
//! expect:    record = values X Y Z 8 4 2 ceil_div(X,8) ceil_div(Y,4) ceil_div(Z,2) -1 -1 -1
//! mutant:    k.dbg.buffer kattr.threads_per_grid | replace `record[k] = float(grid[k]);`
//!            with `record[k] = float(size[k]);` | for X=100
//! mutant:    k.dbg.buffer | replace `if (!all(position == 0))` with `if (all(position == 0))` | for X=1

#include <metal_stdlib>
using namespace metal;

kernel void launch_sizes(device float *record [[buffer(0)]], uint3 position [[thread_position_in_grid]],
                         uint3 grid [[threads_per_grid]], uint3 size [[dispatch_threads_per_threadgroup]],
                         uint3 groups [[threadgroups_per_grid]])
{
    if (!all(position == 0))
        return;
    for (uint k = 0; k < 3; k++) {
        record[k] = float(grid[k]);
        record[3 + k] = float(size[k]);
        record[6 + k] = float(groups[k]);
    }
}
