//! title:     A constant beside an index counts whole, be it small, beyond 12 or 16 bits, or below zero
//! verifies:  ops.other.cxx
//! requires:  msl 2.0
//! for:       ADD in 3 127 128 1025 4097 8191 32769 65537 70001
//! dispatch:  of_device(data, back, near, behind): threads 64, threadgroup 64
//! dispatch:  of_group(order, of_group): threads 64, threadgroup 64
//! in:        data uint[70100] = iota
//! in:        back int[64] = iota(-3)
//! in:        order uint[64] = iota(63, -1)
//! out:       near uint[64]
//! out:       behind uint[64]
//! out:       of_group uint[64]
//! expect:    near = counted(ADD, 1)
//! expect:    behind = counted(ADD - 3, 1)
//! expect:    of_group = values 63 62 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36
//!            35 34 33
//!            32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//! mutant:    ops.other.cxx | replace `near[i] = data[i + ADD]` with `near[i] = data[i + ADD / 2]`
//! mutant:    ops.other.cxx | replace `behind[i] = data[back[i] + ADD]` with `behind[i] = data[back[i] + ADD + 1]`
//! mutant:    ops.other.cxx | replace `shared[order[i] + PLACE]` with `shared[(order[i] ^ 1) + PLACE]`

#include <metal_stdlib>
using namespace metal;

#define PLACE (ADD % 7000)

kernel void of_device(device const uint *data [[buffer(0)]], device const int *back [[buffer(1)]],
                      device uint *near [[buffer(2)]], device uint *behind [[buffer(3)]],
                      uint i [[thread_position_in_grid]])
{
    near[i] = data[i + ADD];
    behind[i] = data[back[i] + ADD];
}

kernel void of_group(device const uint *order [[buffer(0)]], device uint *of_group [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    threadgroup uint shared[7064];
    shared[i] = 1000;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    shared[i + PLACE] = i;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    of_group[i] = shared[order[i] + PLACE];
}
