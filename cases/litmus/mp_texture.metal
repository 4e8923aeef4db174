//! title:     Message passing through a texture with device coherence, a fence with mem_texture on either side
//! verifies:  atomic.fence.flags.texture
//! requires:  msl 3.2, family apple7, feature texture_read_write
//! dispatch:  run: groups 32, threadgroup 256
//! dispatch:  count: threads 4096, threadgroup 256
//! inout:     flags uint[4096] = zeros
//! inout:     seen uint[4096] = zeros
//! inout:     outcomes uint[4] = zeros
//! inout:     texels texture2d<uint>(r32uint)[256, 16] = zeros
//! expect:    flags = unjudged
//! expect:    seen = unjudged
//! expect:    outcomes = litmus(4096, 1)
//! expect:    texels = unjudged
//! compare:   outcomes: statistic 4096
//! mutant:    atomic.fence.flags.texture | replace `texels.write(uint4(1), at);
//!            atomic_thread_fence(mem_flags::mem_texture | mem_flags::mem_device, memory_order_seq_cst);
//!            atomic_store_explicit(x, 1, memory_order_relaxed);` with `atomic_store_explicit(x, 1,
//!            memory_order_relaxed); texels.write(uint4(1), at);`
//! note:      The mutant writes the texel after the flag, as a device may without the fence.
//! note:      Outcome 1: the flag was seen, and the data was not. Without the flag nobody looks at the data: that would be a race.

#include <metal_stdlib>
using namespace metal;

kernel void run(coherent(device) device atomic_uint *flags [[buffer(0)]], device uint *seen [[buffer(1)]],
                texture2d<uint, access::read_write, memory_coherence_device> texels [[texture(0)]],
                uint i [[thread_position_in_grid]])
{
    const uint instance = i / 512 * 256 + i % 256;
    const ushort2 at = ushort2(instance % 256, instance / 256);
    coherent(device) device atomic_uint *x = &flags[instance];
    if (i / 256 % 2 == 0) {
        texels.write(uint4(1), at);
        atomic_thread_fence(mem_flags::mem_texture | mem_flags::mem_device, memory_order_seq_cst);
        atomic_store_explicit(x, 1, memory_order_relaxed);
    } else {
        const uint r0 = atomic_load_explicit(x, memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_texture | mem_flags::mem_device, memory_order_seq_cst);
        const uint r1 = r0 ? texels.read(at).x : 0;
        seen[instance] = r0 | r1 << 1;
    }
}

kernel void count(device const uint *seen [[buffer(1)]], device atomic_uint *outcomes [[buffer(2)]],
                  uint i [[thread_position_in_grid]])
{
    atomic_fetch_add_explicit(&outcomes[seen[i]], 1, memory_order_relaxed);
}
