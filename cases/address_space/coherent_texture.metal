//! title:     A texture with device coherence carries texels to another threadgroup
//! verifies:  texture.coherence.device coherence.device_texture
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 2, threadgroup 1
//! inout:     flag uint[1] = zeros
//! inout:     image texture2d<uint>(r32uint)[64, 1] = zeros
//! inout:     seen uint[64] = zeros
//! expect:    flag = unjudged
//! expect:    image = counted(100, 1)
//! expect:    seen = counted(100, 1)
//! mutant:    texture.coherence.device coherence.device_texture | replace `100 + k` with `101 + k`

#include <metal_stdlib>
using namespace metal;

kernel void pass(device atomic_uint *flag [[buffer(0)]],
                 texture2d<uint, access::read_write, memory_coherence_device> image [[texture(0)]],
                 device uint *seen [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    if (i == 0) {
        for (uint k = 0; k < 64; k++)
            image.write(uint4(100 + k), uint2(k, 0));
        atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
        atomic_store_explicit(flag, 1, memory_order_relaxed);
        return;
    }
    bool ready = false;
    for (uint turn = 0; turn < 10000000 && !ready; turn++)
        ready = atomic_load_explicit(flag, memory_order_relaxed) == 1;
    atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
    for (uint k = 0; ready && k < 64; k++)
        seen[k] = image.read(uint2(k, 0)).x;
}
