//! title:     simd_sum adds within a SIMD-group; every SIMD-group of a threadgroup has a sum of its own
//! verifies:  kb31
//! requires:  msl 2.1, feature simd_reduction
//! subcases:  SIZE in 256 1024
//! dispatch:  groups 4, threadgroup SIZE
//! in:        data uint[threads] = random
//! out:       sums uint[threads]
//! expect:    sums = simd_sum(data)
//! mutant:    kb31 | replace `const uint sum = simd_sum(data[i]);` with `threadgroup atomic_uint whole; if (index == 0)
//!            atomic_store_explicit(&whole, 0, memory_order_relaxed); threadgroup_barrier(mem_flags::mem_threadgroup);
//!            atomic_fetch_add_explicit(&whole, data[i], memory_order_relaxed);
//!            threadgroup_barrier(mem_flags::mem_threadgroup); const uint sum = atomic_load_explicit(&whole,
//!            memory_order_relaxed);`

#include <metal_stdlib>
using namespace metal;

kernel void sum(device const uint *data [[buffer(0)]], device uint *sums [[buffer(1)]],
                uint i [[thread_position_in_grid]], uint index [[thread_index_in_threadgroup]])
{
    const uint sum = simd_sum(data[i]);
    sums[i] = index < SIZE ? sum : 0;
}
