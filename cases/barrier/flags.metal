//! title:     Flags combine: a barrier with mem_device and mem_threadgroup orders both memories
//! verifies:  barrier.flags.names barrier.threadgroup.signature barrier.simdgroup.signature sync.callable.kernel
//! subcases:  TG in 64 100 1000
//! dispatch:  groups 2, threadgroup TG
//! in:        data uint[2 * TG] = random
//! inout:     stage uint[2 * TG] = zeros
//! out:       result uint[2 * TG]
//! out:       void_type uint[1]
//! expect:    stage = same data
//! expect:    result = group_rotated(data, 50)
//! expect:    void_type = values 1
//! mutant:    barrier.flags.names | replace `wait(mem_flags::mem_device | mem_flags::mem_threadgroup); const` with
//!            `const`
//! mutant:    sync.callable.kernel | replace `threadgroup_barrier(flags);` with ``
//! mutant:    barrier.threadgroup.signature | replace `threadgroup_barrier(mem_flags::mem_none)), void` with
//!            `threadgroup_barrier(mem_flags::mem_none)), int`
//! mutant:    barrier.simdgroup.signature | replace `simdgroup_barrier(mem_flags::mem_none)), void` with
//!            `simdgroup_barrier(mem_flags::mem_none)), int`

#include <metal_stdlib>
using namespace metal;

void wait(mem_flags flags)
{
    threadgroup_barrier(flags);
}

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                         device uint *result [[buffer(2)]], device uint *void_type [[buffer(3)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint threads [[threads_per_threadgroup]])
{
    threadgroup uint halves[1024];
    threadgroup_barrier(mem_flags::mem_none);
    threadgroup_barrier(mem_flags::mem_texture);
    stage[i] = data[i];
    halves[local] = data[i] >> 16;
    wait(mem_flags::mem_device | mem_flags::mem_threadgroup);
    const uint other = (local + 50) % threads;
    result[i] = (stage[i - local + other] & 0xffff) | halves[other] << 16;
    if (i == 0)
        void_type[0] = is_same_v<decltype(threadgroup_barrier(mem_flags::mem_none)), void> &&
                       is_same_v<decltype(simdgroup_barrier(mem_flags::mem_none)), void>;
}
