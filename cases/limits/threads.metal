//! title:     A threadgroup has up to 1024 threads, along any axis
//! verifies:  limit.threads
//! requires:  msl 2.0, family apple4, threads 1024
//! for:       (W, H, D) in (1024, 1, 1) (1, 1024, 1) (1, 1, 1024) (32, 32, 1) (8, 16, 8)
//! dispatch:  threads W x H x D, threadgroup W x H x D
//! out:       result uint[1024]
//! expect:    result = values 1024 …
//! mutant:    limit.threads | replace `atomic_load_explicit(&count, memory_order_relaxed)` with `atomic_load_explicit(&count, memory_order_relaxed) - 1`
//! mutant:    limit.threads | replace `atomic_fetch_add_explicit(&count, 1, memory_order_relaxed)` with `atomic_fetch_add_explicit(&count, i & 1, memory_order_relaxed)`

#include <metal_stdlib>
using namespace metal;

kernel void meet(device uint *result [[buffer(0)]], uint i [[thread_index_in_threadgroup]])
{
    threadgroup atomic_uint count;
    if (i == 0)
        atomic_store_explicit(&count, 0, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = atomic_load_explicit(&count, memory_order_relaxed);
}
