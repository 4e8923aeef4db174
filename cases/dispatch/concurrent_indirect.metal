//! title:     A barrier orders an indirect dispatch behind the one that writes how many threadgroups it has
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! for:       BARRIER in buffers number
//! subcases:  (X, Y) in (1, 1) (5, 3)
//! options:   concurrent
//! dispatch:  count(wanted, number): threads 3, threadgroup 3
//! dispatch:  add(total): groups X x Y, threadgroup 32, indirect number, after BARRIER
//! in:        wanted uint[3] = values X Y 1
//! inout:     number uint[3] = values 2 2 2
//! inout:     total uint[1] = zeros
//! expect:    number = values X Y 1
//! expect:    total = values X*Y*32
//! mutant:    kb43 | replace `number[i] = wanted[i]` with `number[i] = wanted[i] + (i == 2)`
//! mutant:    kb43 | replace `(total, 1,` with `(total, 2,`
//! note:      The kernel of the second dispatch has no argument that the first writes: only the device reads it.

#include <metal_stdlib>
using namespace metal;

kernel void count(device const uint *wanted [[buffer(0)]], device uint *number [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    number[i] = wanted[i];
}

kernel void add(device atomic_uint *total [[buffer(0)]])
{
    atomic_fetch_add_explicit(total, 1, memory_order_relaxed);
}
