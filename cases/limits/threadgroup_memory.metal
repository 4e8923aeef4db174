//! title:     A threadgroup has 32 KiB of memory, declared and given together
//! verifies:  limit.threadgroup_memory
//! requires:  msl 2.0, family apple4
//! for:       (DECLARED, GIVEN) in (4, 8188) (4096, 4096) (8188, 4)
//! dispatch:  threads 1024, threadgroup 1024
//! threadgroup: 0 GIVEN * 4
//! out:       result uint[8192]
//! expect:    result = counted(0, 1)
//! mutant:    limit.threadgroup_memory | replace `own[k] = k` with `own[k] = k - 1`
//! mutant:    limit.threadgroup_memory | replace `given[k] = DECLARED + k` with `given[k] = DECLARED + k + 1`

#include <metal_stdlib>
using namespace metal;

kernel void keep(threadgroup uint *given [[threadgroup(0)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_threadgroup]])
{
    threadgroup uint own[DECLARED];
    for (uint k = i; k < DECLARED; k += 1024)
        own[k] = k;
    for (uint k = i; k < GIVEN; k += 1024)
        given[k] = DECLARED + k;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint k = 1023 - i; k < DECLARED; k += 1024)
        result[k] = own[k];
    for (uint k = 1023 - i; k < GIVEN; k += 1024)
        result[DECLARED + k] = given[k];
}
