//! title:     Prefix sums in threadgroup memory: two barriers in each step of a loop
//! verifies:  barrier.loop barrier.memory_fence kb30
//! subcases:  TG in 1 2 33 64 100 512 1024
//! requires:  threads 1024
//! dispatch:  groups 2, threadgroup TG
//! in:        data uint[2 * TG] = random
//! out:       result uint[2 * TG]
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

kernel void prefix_sums(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                        uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                        uint threads [[threads_per_threadgroup]])
{
    threadgroup uint sums[1024];
    sums[local] = data[i];
    for (uint step = 1; step < threads; step *= 2) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        const uint sum = sums[local] + (local >= step ? sums[local - step] : 0);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        sums[local] = sum;
    }
    result[i] = sums[local];
}
