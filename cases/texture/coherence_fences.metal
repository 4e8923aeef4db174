//! title:     Fences of mem_texture order what threadgroups write to textures of device coherence
//! verifies:  tex.coherence
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 2, threadgroup 1
//! inout:     arrived uint[1] = zeros
//! inout:     message texture2d<uint>(r32uint)[64, 1] = zeros
//! inout:     answer texture2d<uint>(r32uint)[64, 1] = zeros
//! out:       total uint[1]
//! expect:    arrived = values 2
//! expect:    message = counted(1, 1)
//! expect:    answer = unjudged
//! expect:    total = values 2080
//! mutant:    tex.coherence | replace `message.write(uint4(k + 1)` with `message.write(uint4(k)`
//! mutant:    tex.coherence | replace `sum += message.read(uint2(k, 0)).x` with `sum += message.read(uint2(k, 1)).x`
//! note:      The second thread adds up what both wrote; neither waits, as no progress is promised. Its sum goes through a
//!            texture as well, so that the fence orders reads before writes, too.

#include <metal_stdlib>
using namespace metal;

kernel void pass(device atomic_uint *arrived [[buffer(0)]],
                 texture2d<uint, access::read_write, memory_coherence_device> message [[texture(0)]],
                 texture2d<uint, access::read_write, memory_coherence_device> answer [[texture(1)]],
                 device uint *total [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    for (uint k = 32 * i; k < 32 * i + 32; k++)
        message.write(uint4(k + 1), uint2(k, 0));
    atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
    if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed) == 0)
        return;
    atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device);
    uint sum = 0;
    for (uint k = 0; k < 64; k++) {
        sum += message.read(uint2(k, 0)).x;
        answer.write(uint4(sum), uint2(k, 0));
    }
    answer.fence();
    total[0] = answer.read(uint2(63, 0)).x;
}
