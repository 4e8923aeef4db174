//! title:     A coherent buffer is declared in either spelling and keeps what a kernel writes
//! verifies:  coherence.spelling coherence.device_qualifier
//! requires:  msl 3.2, family apple7
//! dispatch:  threads 2, threadgroup 1
//! inout:     data uint[64] = zeros
//! inout:     flag uint[1] = zeros
//! out:       seen uint[64]
//! expect:    seen = counted(100, 1)
//! mutant:    coherence.spelling coherence.device_qualifier | replace `seen[k] = data[k]`
//!            with `seen[k] = data[k] & 0xfe`

#include <metal_stdlib>
using namespace metal;

kernel void pass(coherent(device) device uint *data [[buffer(0)]], device atomic_uint *flag [[buffer(1)]],
                 coherent device uint *seen [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (i == 0) {
        for (uint k = 0; k < 64; k++)
            data[k] = 100 + k;
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
        atomic_store_explicit(flag, 1, memory_order_relaxed);
        return;
    }
    bool ready = false;
    for (uint turn = 0; turn < 10000000 && !ready; turn++)
        ready = atomic_load_explicit(flag, memory_order_relaxed) == 1;
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    for (uint k = 0; ready && k < 64; k++)
        seen[k] = data[k];
}
