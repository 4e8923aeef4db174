//! title:     Textures and threadgroup memory without an index get the first free ones of their own kind, in order
//! verifies:  bind.auto bind.auto.mixed
//! dispatch:  threads 16, threadgroup 16
//! threadgroup: 0 64
//! threadgroup: 1 128
//! in:        first@0 texture1d<int>(r32sint)[16] = iota
//! in:        second@1 texture1d<int>(r32sint)[16] = iota(7, 1)
//! in:        third@2 texture1d<int>(r32sint)[16] = iota(100, 3)
//! out:       turned int[16]
//! out:       difference int[16]
//! expect:    turned = counted(15, -1)
//! expect:    difference = counted(93, 2)
//! mutant:    bind.auto | replace `texture1d<int> first,` with `texture1d<int> first [[texture(1)]],`
//! mutant:    bind.auto.mixed | replace `third [[texture(2)]]` with `third [[texture(0)]]`

#include <metal_stdlib>
using namespace metal;

kernel void combine(texture1d<int> first, threadgroup int *large [[threadgroup(1)]], threadgroup int *small,
                    texture1d<int> third [[texture(2)]], device int *turned, texture1d<int> second,
                    device int *difference, uint i [[thread_position_in_grid]])
{
    small[i] = first.read(i).x;
    large[2 * i] = third.read(i).x;
    large[2 * i + 1] = second.read(i).x;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    turned[i] = small[15 - i];
    difference[i] = large[2 * i] - large[2 * i + 1];
}
