//! title:     an indirect dispatch has the grid that its buffer holds when it runs, written by the dispatch before
//! verifies:  c.indirect.grid c.indirect.positions
//! subcases:  (X, Y, Z, TX, TY, TZ) in (1, 1, 1, 1, 1, 1) (3, 1, 1, 33, 1, 1) (3, 5, 1, 7, 3, 1) (2, 3, 4, 5, 3, 2)
//!            (0, 5, 1, 7, 3, 1) (3, 0, 1, 7, 3, 1) (3, 5, 0, 7, 3, 1)
//! dispatch:  count(wanted, number): threads 3, threadgroup 3
//! dispatch:  store(total, grids, positions): groups X x Y x Z, threadgroup TX x TY x TZ, indirect number
//! in:        wanted uint[3] = values X Y Z
//! inout:     number uint[3] = values 7 8 9
//! inout:     total uint[1] = zeros
//! inout:     grids uint3[1] = zeros
//! inout:     positions uint[1] = zeros
//! expect:    number = values X Y Z
//! expect:    total = values X*Y*Z*TX*TY*TZ
//! expect:    grids = values X*Y*Z?X*TX:0 X*Y*Z?Y*TY:0 X*Y*Z?Z*TZ:0
//! expect:    positions = values X*Y*Z*TX*TY*TZ
//! mutant:    c.indirect.grid | replace `number[i] = wanted[i];` with `number[i] = wanted[i] + (i == 0);`
//! mutant:    c.indirect.positions | replace `all(at / size == group)` with `all(at / size == group) && !all(group == 0)`

#include <metal_stdlib>
using namespace metal;

kernel void count(device const uint *wanted [[buffer(0)]], device uint *number [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    number[i] = wanted[i];
}

kernel void store(device atomic_uint *total [[buffer(0)]], device uint3 *grids [[buffer(1)]],
                  device atomic_uint *positions [[buffer(2)]], uint3 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]], uint3 groups [[threadgroups_per_grid]],
                  uint3 size [[threads_per_threadgroup]], uint3 group [[threadgroup_position_in_grid]])
{
    atomic_fetch_add_explicit(total, 1, memory_order_relaxed);
    if (all(at / size == group) && all(groups * size == grid))
        atomic_fetch_add_explicit(positions, 1, memory_order_relaxed);
    if (all(at == 0))
        grids[0] = grid;
}
