//! title:     No pipeline has more than 32 KiB of threadgroup memory
//! verifies:  limit.threadgroup_memory
//! requires:  msl 2.0, family apple4
//! no_pipeline:
//! grade:     rule stated
//! control:   replace `own[8193]` with `own[8192]`

#include <metal_stdlib>
using namespace metal;

kernel void keep(device uint *result [[buffer(0)]], uint i [[thread_position_in_threadgroup]])
{
    threadgroup uint own[8193];
    for (uint k = 0; k < 8192; k++)
        own[k] = k + i;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[0] = own[result[1]];
}
