//! title:     A texture with device coherence carries texels to another threadgroup
//! verifies:  texture.coherence.device
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 2, threadgroup 1
//! inout:     arrived uint[1] = zeros
//! inout:     image texture2d<uint>(r32uint)[64, 1] = zeros
//! out:       seen uint[32]
//! expect:    arrived = values 2
//! expect:    image = counted(100, 1)
//! expect:    seen = counted(100, 1)
//! mutant:    texture.coherence.device | replace `uint4(100 + k)` with `uint4(101 + k)`
//! mutant:    texture.coherence.device | replace `uint2(32 * other + k, 0)` with `uint2(32 * i + k, 0)`
//! note:      The thread that comes second reads what the first wrote; neither waits, as no progress is promised.

#include <metal_stdlib>
using namespace metal;

kernel void pass(device atomic_uint *arrived [[buffer(0)]],
                 texture2d<uint, access::read_write, memory_coherence_device> image [[texture(0)]],
                 device uint *seen [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint other = 1 - i;
    for (uint k = 32 * i; k < 32 * i + 32; k++)
        image.write(uint4(100 + k), uint2(k, 0));
    atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
    if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed) == 0)
        return;
    atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
    for (uint k = 0; k < 32; k++)
        seen[k] = image.read(uint2(32 * other + k, 0)).x - 32 * other;
}
