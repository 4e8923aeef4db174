//! title:     Some threads take no part between barriers, in a pipeline for few more threads than there are
//! verifies:  kb02
//! requires:  family apple7
//! for:       MOST in 25 31 32 33 48 64
//! dispatch:  groups 5, threadgroup 25
//! in:        data uint[125] = random
//! in:        stay uint = 20
//! inout:     result uint[125] = zeros
//! expect:    result = rotated_by_first(data, 20, 7)
//! note:      As barrier/early_return_maximum, but no thread ends before a barrier: where that one fails and this one does not, it is
//!            the ended threads (MoltenVK #2711).
//! alone:     barriers in a pipeline whose last SIMD-group has idle threads
//! mutant:    kb02 | replace `local < stay;` with `local <= stay;`

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(MOST)]]
kernel void all_stay(device const uint *data [[buffer(0)]], constant uint &stay [[buffer(1)]],
                     device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]],
                     uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[25];
    const bool stays = local < stay;
    uint value = stays ? data[i] : 0;
    for (uint round = 0; round < 7; round++) {
        if (stays)
            slot[local] = value;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        if (stays)
            value = slot[(local + 1) % stay];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (stays)
        result[i] = value;
}
