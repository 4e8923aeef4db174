//! title:     What a thread loaded or stored before a barrier it loads again behind it: another may have stored there
//! verifies:  barrier.memory_fence barrier.flags.device barrier.flags.threadgroup
//! requires:  msl 2.0
//! dispatch:  by_group(of_group, own_of_group): threads 128, threadgroup 64
//! dispatch:  by_device(loaded, stored, of_device, own_of_device): threads 128, threadgroup 64
//! inout:     loaded uint[128] = iota
//! inout:     stored uint[128] = zeros
//! out:       of_group uint[128]
//! out:       own_of_group uint[128]
//! out:       of_device uint[128]
//! out:       own_of_device uint[128]
//! expect:    loaded = unjudged
//! expect:    stored = unjudged
//! expect:    of_group = values 200 …
//! expect:    own_of_group = values 305 …
//! expect:    of_device = values 200 …
//! expect:    own_of_device = values 305 …
//! mutant:    barrier.memory_fence barrier.flags.threadgroup | replace `const uint later = cell[i]` with `const uint
//!            later = before`
//! mutant:    barrier.memory_fence barrier.flags.threadgroup | replace `const uint own = mine[i]` with `const uint
//!            own = i + 5`
//! mutant:    barrier.memory_fence barrier.flags.device | replace `const uint later = loaded[n]` with `const uint
//!            later = before`
//! mutant:    barrier.memory_fence barrier.flags.device | replace `const uint own = stored[n]` with `const uint own
//!            = i + 5`

#include <metal_stdlib>
using namespace metal;

kernel void by_group(device uint *of_group [[buffer(0)]], device uint *own_of_group [[buffer(1)]],
                     uint n [[thread_position_in_grid]], uint i [[thread_index_in_threadgroup]])
{
    threadgroup uint cell[64], mine[64];
    cell[i ^ 1] = i ^ 1;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const uint before = cell[i];
    mine[i] = i + 5;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (i == 37)
        for (uint k = 0; k < 64; k++) {
            cell[k] += 200;
            mine[k] += 300;
        }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const uint later = cell[i];
    const uint own = mine[i];
    of_group[n] = later - before;
    own_of_group[n] = own - i;
}

kernel void by_device(device uint *loaded [[buffer(0)]], device uint *stored [[buffer(1)]],
                      device uint *of_device [[buffer(2)]], device uint *own_of_device [[buffer(3)]],
                      uint n [[thread_position_in_grid]], uint i [[thread_index_in_threadgroup]])
{
    const uint before = loaded[n];
    stored[n] = i + 5;
    threadgroup_barrier(mem_flags::mem_device);
    if (i == 37)
        for (uint k = n - i; k < n - i + 64; k++) {
            loaded[k] += 200;
            stored[k] += 300;
        }
    threadgroup_barrier(mem_flags::mem_device);
    const uint later = loaded[n];
    const uint own = stored[n];
    of_device[n] = later - before;
    own_of_device[n] = own - i;
}
