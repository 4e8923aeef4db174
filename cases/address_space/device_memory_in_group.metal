//! title:     Writes to device memory reach the threads of the same threadgroup through a barrier
//! verifies:  coherence.device_default
//! dispatch:  groups 16, threadgroup 64
//! in:        data uint[1024] = random
//! inout:     slots uint[1024] = zeros
//! out:       neighbour uint[1024]
//! expect:    neighbour = group_rotated(data, 1)
//! mutant:    coherence.device_default | replace `(local + 1) % 64` with `local`

#include <metal_stdlib>
using namespace metal;

kernel void exchange(device const uint *data [[buffer(0)]], device uint *slots [[buffer(1)]],
                     device uint *neighbour [[buffer(2)]], uint i [[thread_position_in_grid]],
                     uint local [[thread_position_in_threadgroup]])
{
    slots[i] = data[i];
    threadgroup_barrier(mem_flags::mem_device);
    neighbour[i] = slots[i - local + (local + 1) % 64];
}
