//! title:     A barrier orders up to 32 KB of threadgroup memory, sized by the program, between 1 to 1024 threads
//! verifies:  coherence.threadgroup_memory
//! subcases:  (TG, EACH) in (1, 8192) (2, 4096) (31, 264) (32, 256) (33, 248) (64, 128) (100, 81) (256, 32) (512, 16)
//!            (1000, 8) (1024, 8)
//! requires:  threads 1024
//! dispatch:  groups 2, threadgroup TG
//! in:        data uint[2 * TG * EACH] = random
//! out:       result uint[2 * TG * EACH]
//! in:        each uint = EACH
//! in:        next uint[1] = zeros
//! expect:    result = blocks_reversed(data, TG * EACH)
//! mutant:    coherence.threadgroup_memory | replace `threadgroup_barrier(mem_flags::mem_threadgroup); for` with `for`
//!            | for TG=64 TG=256 TG=1024

#include <metal_stdlib>
using namespace metal;

/* Reads `next`, which leads nowhere, again and again: threads that come late show a barrier that does not wait. */
uint late(device const uint *next, uint local)
{
    uint at = 0;
    for (uint n = local / 32 % 2 ? 200 : 0; n > 0; n--)
        at = next[at];
    return at;
}

kernel void reverse(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    constant uint &each [[buffer(2)]], device const uint *next [[buffer(3)]],
                    uint group [[threadgroup_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                    uint threads [[threads_per_threadgroup]])
{
    threadgroup uint slots[8192];
    const uint all = threads * each, first = group * all;
    for (uint k = local * each + late(next, local); k < (local + 1) * each; k++)
        slots[k] = data[first + k];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint k = local; k < all; k += threads)
        result[first + k] = slots[all - 1 - k];
}
