//! title:     Prefix sums in threadgroup memory: two barriers in each step of a loop
//! verifies:  barrier.loop barrier.memory_fence kb30
//! subcases:  TG in 1 2 33 64 100 512 1024
//! requires:  threads 1024
//! dispatch:  groups 2, threadgroup TG
//! in:        data uint[2 * TG] = random
//! out:       result uint[2 * TG]
//! in:        next uint[1] = zeros
//! expect:    result = group_prefix_sums(data)
//! mutant:    barrier.memory_fence | replace `threadgroup_barrier(mem_flags::mem_threadgroup); sums[local] = sum` with
//!            `sums[local] = sum` | for TG=512 TG=1024 TG=64
//! mutant:    barrier.loop | replace `threadgroup_barrier(mem_flags::mem_threadgroup); sums[local] = sum` with `if
//!            (step == 1) threadgroup_barrier(mem_flags::mem_threadgroup); sums[local] = sum` | for TG=512 TG=1024
//!            TG=64
//! mutant:    kb30 | replace `threadgroup_barrier(mem_flags::mem_threadgroup); const` with `const` and replace
//!            `threadgroup_barrier(mem_flags::mem_threadgroup); sums[local] = sum` with `sums[local] = sum` | for
//!            TG=512 TG=1024 TG=64

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

kernel void prefix_sums(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                        device const uint *next [[buffer(2)]],
                        uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                        uint threads [[threads_per_threadgroup]])
{
    threadgroup uint sums[1024];
    sums[local] = data[i];
    for (uint step = 1; step < threads; step *= 2) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        const uint sum = sums[local] + (local >= step ? sums[local - step + late(next, local)] : 0);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        sums[local] = sum;
    }
    result[i] = sums[local];
}
