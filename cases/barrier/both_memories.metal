//! title:     A barrier for device and threadgroup memory by its one name orders both
//! verifies:  lib.more.barrier_flags
//! requires:  msl 2.0
//! dispatch:  groups 4, threadgroup 128
//! in:        data uint[512] = random
//! inout:     scratch uint[512] = zeros
//! out:       turned uint[512]
//! out:       back uint[512]
//! expect:    scratch = same data
//! expect:    turned = group_rotated(data, 37)
//! expect:    back = group_rotated(data, 37)
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.barrier_flags | replace `threadgroup_barrier(mem_flags::mem_device_and_threadgroup);` with ``

#include <metal_stdlib>
using namespace metal;

kernel void exchange(device const uint *data [[buffer(0)]], device uint *scratch [[buffer(1)]],
                     device uint *turned [[buffer(2)]], device uint *back [[buffer(3)]],
                     uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                     uint n [[threads_per_threadgroup]])
{
    threadgroup uint shared_data[128];
    scratch[i] = data[i];
    shared_data[t] = data[i];
    threadgroup_barrier(mem_flags::mem_device_and_threadgroup);
    const uint other = (t + 37) % n;
    turned[i] = scratch[i - t + other];
    back[i] = shared_data[other];
}
