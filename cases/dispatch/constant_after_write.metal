//! title:     A dispatch reads from constant memory what the dispatch before it stored there
//! verifies:  c.no.global.barrier
//! requires:  msl 2.0
//! dispatch:  fill(table, size): threads 64, threadgroup 32
//! dispatch:  look_up(table, size, first): threads 64, threadgroup 32
//! dispatch:  change(table, size): threads 64, threadgroup 32
//! dispatch:  look_up(table, size, second): threads 64, threadgroup 32
//! inout:     table uint[64] = constant(9)
//! inout:     size uint[4] = zeros
//! out:       first uint[64]
//! out:       second uint[64]
//! expect:    table = unjudged
//! expect:    size = values 64 1 0 0
//! expect:    first = counted(107, 3)
//! expect:    second = counted(1107, 3)
//! mutant:    c.no.global.barrier | replace `table[i] += 1000` with `table[i] += 1001`
//! mutant:    c.no.global.barrier | replace `table[i] = 3 * i + 107` with `table[i] = 3 * i`
//! note:      Constants may be loaded before a kernel begins, even once for all of its threads, but not before the
//!            kernel in
//!            front of it has ended.

#include <metal_stdlib>
using namespace metal;

kernel void fill(device uint *table [[buffer(0)]], device uint *size [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    table[i] = 3 * i + 107;
    if (i == 0)
        size[0] = 64;
}

kernel void change(device uint *table [[buffer(0)]], device uint *size [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    table[i] += 1000;
    if (i == 0)
        size[1] = 1;
}

kernel void look_up(constant uint *table [[buffer(0)]], constant uint4 &size [[buffer(1)]],
                    device uint *found [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (i < size.x)
        found[i] = table[0] + (table[i] - table[0]) + size.z;
}
