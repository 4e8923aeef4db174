//! title:     A thread's address counts also where those of all other threads of the SIMD-group follow each other
//! verifies:  addrspace.device.read_write
//! requires:  msl 2.2
//! for:       T in uchar half int float3 long2
//! subcases:  APART in 0 1 2 7 8 15 16 30 31
//! dispatch:  threads 64, threadgroup 64
//! in:        place uint[threads] = iota
//! in:        data T[threads + 64] = integers(1, 100)
//! inout:     copied T[threads + 64] = zeros
//! out:       far uint[threads]
//! expect:    copied = unjudged
//! expect:    far = values 1 1 …
//! mutant:    addrspace.device.read_write | replace `data[from]` with `data[place[i]]`
//! mutant:    addrspace.device.read_write | replace `copied[to] = own` with `copied[place[i]] = own`

#include <metal_stdlib>
using namespace metal;

/* One thread of each 32 reads and writes 64 elements further on, and nobody what it leaves out. */
kernel void copy(device const uint *place [[buffer(0)]], device const T *data [[buffer(1)]],
                 device T *copied [[buffer(2)]], device uint *far [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    const uint from = place[i] + (place[i] % 32 == APART ? 64 : 0), to = from;
    const T own = data[from];
    copied[to] = own;
    threadgroup_barrier(mem_flags::mem_device);
    const bool is_far = i % 32 == APART;
    const bool here = all(copied[i + (is_far ? 64 : 0)] == data[i + (is_far ? 64 : 0)]);
    far[i] = here && (!is_far || all(copied[i] == T(0)));
}
