//! title:     Atomic functions of a texture that is const: those of ushort coordinates are members of const textures
//! verifies:  tex.atomic.constness
//! requires:  msl 3.1, feature texture_atomics
//! refusal:   The text prints the functions of uint coordinates, and atomic_min and atomic_max, without const, all others with it.
//! dispatch:  threads 64, threadgroup 32
//! inout:     counter texture2d<uint>(r32uint)[1, 1] = zeros
//! out:       before uint[64]
//! expect:    counter = values 64
//! expect:    before = counted(0, 1)
//! compare:   before: permutation
//! mutant:    tex.atomic.constness | replace `counter.atomic_fetch_add(ushort2(0), uint4(1))` with `counter.atomic_fetch_or(ushort2(0), uint4(64))`

#include <metal_stdlib>
using namespace metal;

static uint4 next(const thread texture2d<uint, access::read_write> &counter)
{
    return counter.atomic_fetch_add(ushort2(0), uint4(1));
}

kernel void count(texture2d<uint, access::read_write> counter [[texture(0)]], device uint *before [[buffer(0)]],
                  uint i [[thread_position_in_grid]])
{
    before[i] = next(counter).x;
}
