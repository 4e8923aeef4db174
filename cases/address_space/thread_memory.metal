//! title:     Variables of a kernel belong to their thread, also when helpers reach them through pointers and
//!            references
//! verifies:  addrspace.thread.private addrspace.thread.locals coherence.thread_scope
//! dispatch:  threads 256, threadgroup 64
//! out:       result uint[256]
//! expect:    result = counted(28, 8)
//! mutant:    addrspace.thread.private | replace `own[k] = i + k` with `own[k] = i / 2 * 2 + k`
//! mutant:    addrspace.thread.locals | replace `*sum += value;` with `*sum = value;`
//! mutant:    coherence.thread_scope | replace `own[7 - k]` with `own[k / 2]`

#include <metal_stdlib>
using namespace metal;

static void add(thread uint *sum, thread const uint &value)
{
    *sum += value;
}

kernel void fill(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    uint own[8];
    for (uint k = 0; k < 8; k++)
        own[k] = i + k;
    threadgroup_barrier(mem_flags::mem_none);
    uint sum = 0;
    for (uint k = 0; k < 8; k++)
        add(&sum, own[7 - k]);
    result[i] = sum;
}
