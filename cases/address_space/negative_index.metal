//! title:     A pointer with a negative index reaches what lies before it, whatever the type of the index
//! verifies:  ops.other.cxx
//! requires:  msl 2.2
//! for:       I in char short int long
//! dispatch:  by_device(data, back, near, far, stored): threads 64, threadgroup 64
//! dispatch:  by_constant(data, back, of_constant): threads 64, threadgroup 64
//! dispatch:  by_threadgroup(data, back, of_threadgroup): threads 64, threadgroup 64
//! dispatch:  by_thread(data, back, of_thread): threads 64, threadgroup 64
//! in:        data uint[70000] = iota
//! in:        back I[64] = iota(-64)
//! out:       near uint[64]
//! out:       far uint[64]
//! inout:     stored uint[128] = constant(7)
//! out:       of_constant uint[64]
//! out:       of_threadgroup uint[64]
//! out:       of_thread uint[64]
//! expect:    near = counted(69936, 1)
//! expect:    far = counted(0, 1)
//! expect:    stored = values 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//!            32 33
//!            34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 7 …
//! expect:    of_constant = counted(69936, 1)
//! expect:    of_threadgroup = counted(0, 1)
//! expect:    of_thread = counted(0, 1)
//! mutant:    ops.other.cxx | replace `near[i] = end[k]` with `near[i] = end[k - 1]`
//! mutant:    ops.other.cxx | replace `end[k - 69936]` with `end[k - 69935]`
//! mutant:    ops.other.cxx | replace `(stored + 64)[k] = i` with `(stored + 64)[-k - 1] = i`
//! mutant:    ops.other.cxx | replace `(data + 70000)[back[i]]` with `(data + 69999)[back[i]]`
//! mutant:    ops.other.cxx | replace `(shared + 64)[back[i]]` with `shared[-1 - back[i]]`
//! mutant:    ops.other.cxx | replace `(own + 64)[back[i]]` with `own[-1 - back[i]]`
//! note:      The index is signed, so that it is extended by its sign to the width of addresses.

#include <metal_stdlib>
using namespace metal;

kernel void by_device(device const uint *data [[buffer(0)]], device const I *back [[buffer(1)]],
                      device uint *near [[buffer(2)]], device uint *far [[buffer(3)]],
                      device uint *stored [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    device const uint *end = data + 70000;
    const I k = back[i];
    near[i] = end[k];
    far[i] = end[k - 69936];
    (stored + 64)[k] = i;
}

kernel void by_constant(constant uint *data [[buffer(0)]], device const I *back [[buffer(1)]],
                        device uint *of_constant [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    of_constant[i] = (data + 70000)[back[i]];
}

kernel void by_threadgroup(device const uint *data [[buffer(0)]], device const I *back [[buffer(1)]],
                           device uint *of_threadgroup [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    threadgroup uint shared[64];
    shared[i] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    of_threadgroup[i] = (shared + 64)[back[i]];
}

kernel void by_thread(device const uint *data [[buffer(0)]], device const I *back [[buffer(1)]],
                      device uint *of_thread [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    uint own[64];
    for (uint k = 0; k < 64; k++)
        own[k] = data[k];
    of_thread[i] = (own + 64)[back[i]];
}
