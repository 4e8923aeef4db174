//! title:     A coherent buffer is declared in either spelling, and what a kernel writes reaches another threadgroup
//! verifies:  coherence.spelling coherence.device_qualifier
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 2, threadgroup 1
//! inout:     data uint[64] = zeros
//! inout:     arrived uint[1] = zeros
//! out:       seen uint[32]
//! expect:    data = counted(100, 1)
//! expect:    arrived = values 2
//! expect:    seen = counted(100, 1)
//! mutant:    coherence.spelling coherence.device_qualifier | replace `seen[k] = data[32 * other + k]`
//!            with `seen[k] = data[32 * i + k] & 0xfe`
//! note:      The thread that comes second reads what the first wrote; neither waits, as no progress is promised.

#include <metal_stdlib>
using namespace metal;

kernel void pass(coherent(device) device uint *data [[buffer(0)]], device atomic_uint *arrived [[buffer(1)]],
                 coherent device uint *seen [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint other = 1 - i;
    for (uint k = 32 * i; k < 32 * i + 32; k++)
        data[k] = 100 + k;
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed) == 0)
        return;
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    for (uint k = 0; k < 32; k++)
        seen[k] = data[32 * other + k] - 32 * other;
}
