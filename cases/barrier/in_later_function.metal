//! title:     A barrier in a function that another calls before its definition, on the way from the kernel
//! verifies:  barrier.threadgroup.execution
//! requires:  msl 2.0
//! dispatch:  groups 4, threadgroup 128
//! in:        data uint[512] = random
//! out:       turned uint[512]
//! expect:    turned = group_rotated(data, 37)
//! mutant:    barrier.threadgroup.execution | replace `threadgroup_barrier(mem_flags::mem_threadgroup);` with ``

#include <metal_stdlib>
using namespace metal;

uint last(threadgroup uint *values, uint t, uint n);

__attribute__((noinline)) uint middle(threadgroup uint *values, uint t, uint n)
{
    return last(values, t, n);
}

kernel void exchange(device const uint *data [[buffer(0)]], device uint *turned [[buffer(1)]],
                     uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                     uint n [[threads_per_threadgroup]])
{
    threadgroup uint values[128];
    values[t] = data[i];
    turned[i] = middle(values, t, n);
}

__attribute__((noinline)) uint last(threadgroup uint *values, uint t, uint n)
{
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return values[(t + 37) % n];
}
