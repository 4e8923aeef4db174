//! title:     Atomics on one texel from many threadgroups lose nothing
//! verifies:  tex.atomic.semantics
//! requires:  msl 3.1
//! dispatch:  count(counter, before): threads 1024, threadgroup 64
//! dispatch:  look(counter, total): threads 1, threadgroup 1
//! inout:     counter texture2d<uint>(r32uint)[2, 2] = zeros
//! out:       before uint[1024]
//! out:       total uint[4]
//! expect:    before = counted(0, 1)
//! expect:    total = values 0 0 0 1024
//! expect:    counter = unjudged
//! compare:   before: permutation
//! mutant:    tex.atomic.semantics | replace `uint4(1)).x` with `uint4(i % 2)).x`

#include <metal_stdlib>
using namespace metal;

kernel void count(texture2d<uint, access::read_write> counter [[texture(0)]], device uint *before [[buffer(0)]],
                  uint i [[thread_position_in_grid]])
{
    before[i] = counter.atomic_fetch_add(uint2(1, 1), uint4(1)).x;
}

kernel void look(texture2d<uint> counter [[texture(0)]], device uint *total [[buffer(0)]])
{
    for (uint i = 0; i < 4; i++)
        total[i] = counter.read(uint2(i % 2, i / 2)).x;
}
