//! title:     A barrier's flags say which memory it orders: that of the device, that of the threadgroup, or both
//! verifies:  barrier.flags.device barrier.flags.threadgroup barrier.flags.combine
//! requires:  feature simd_permute
//! for:       (BARRIER, REACH, SHIFTED) in (threadgroup_barrier, threads, group_rotated)
//!            (simdgroup_barrier, width, simd_shuffle_rotate_down)
//! dispatch:  groups 8, threadgroup 256
//! in:        data uint[2048] = random
//! inout:     stage uint[2048] = zeros
//! inout:     again uint[2048] = zeros
//! out:       by_device uint[2048]
//! out:       by_group uint[2048]
//! out:       by_both uint[2048]
//! expect:    stage = same data
//! expect:    again = same data
//! expect:    by_device = SHIFTED(data, 9)
//! expect:    by_group = SHIFTED(data, 9)
//! expect:    by_both = SHIFTED(data, 9)
//! mutant:    barrier.flags.device | replace `BARRIER(mem_flags::mem_device);` with `BARRIER(mem_flags::mem_threadgroup);`
//! mutant:    barrier.flags.threadgroup | replace `BARRIER(mem_flags::mem_threadgroup);` with `BARRIER(mem_flags::mem_device);`
//! mutant:    barrier.flags.combine | replace `mem_flags::mem_device | mem_flags::mem_threadgroup` with `mem_flags::mem_device`
//! mutant:    barrier.flags.combine | replace `mem_flags::mem_device | mem_flags::mem_threadgroup` with `mem_flags::mem_threadgroup`

#include <metal_stdlib>
using namespace metal;

kernel void rotate(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                   device uint *again [[buffer(2)]], device uint *by_device [[buffer(3)]],
                   device uint *by_group [[buffer(4)]], device uint *by_both [[buffer(5)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                   uint threads [[threads_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup uint slot[256];
    threadgroup uint half_of[256];
    const uint other = local - local % REACH + (local + 9) % REACH;
    stage[i] = data[i];
    BARRIER(mem_flags::mem_device);
    by_device[i] = stage[i - local + other];
    slot[local] = data[i];
    BARRIER(mem_flags::mem_threadgroup);
    by_group[i] = slot[other];
    again[i] = data[i];
    half_of[local] = data[i] >> 16;
    BARRIER(mem_flags::mem_device | mem_flags::mem_threadgroup);
    by_both[i] = (again[i - local + other] & 0xffff) | half_of[other] << 16;
}
