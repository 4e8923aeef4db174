//! title:     Each element of a cooperative tensor is in a thread of its scope, once; each thread has as many places
//! verifies:  coop_tensor.template coop_tensor.get_capacity coop_tensor.is_valid mpp.coop.partition
//! requires:  msl 4.0, feature tensors
//! for:       (M, N, G) in (32, 32, 1) (64, 16, 2) (64, 32, 4) (24, 16, 1) (16, 40, 2)
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! inout:     counted uint[M * N] = zeros
//! out:       capacity int[threads]
//! out:       held int[threads]
//! inout:     total uint[1] = zeros
//! in:        data half[16] = zeros
//! expect:    counted = values 1 …
//! expect:    held = values 1 …
//! expect:    total = values M*N
//! expect:    capacity = values 1 …
//! mutant:    coop_tensor.template | replace `counted + at[1] * N + at[0], 1u` with `counted + at[1] * N + at[0], 2u`
//! mutant:    coop_tensor.get_capacity | replace `capacity[thread_index] = all` with
//!            `capacity[thread_index] = all && cooperative.get_capacity() == 0`
//! mutant:    coop_tensor.is_valid | replace `elements <= cooperative.get_capacity()` with
//!            `elements > cooperative.get_capacity()`
//! mutant:    mpp.coop.partition | replace `total, 1u` with `total, 2u`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void count(device atomic_uint *counted [[buffer(0)]], device int *capacity [[buffer(1)]],
                  device int *held [[buffer(2)]], device atomic_uint *total [[buffer(3)]],
                  device half *data [[buffer(4)]], uint thread_index [[thread_index_in_threadgroup]])
{
    threadgroup uint first;
    tensor any(data, dextents<int, 2>(4, 4));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto cooperative = op.get_destination_cooperative_tensor<decltype(any), decltype(any), float>();
    int elements = 0;
    for (ushort i = 0; i < cooperative.get_capacity(); i++) {
        if (!cooperative.is_valid_element(i))
            continue;
        auto at = cooperative.get_multidimensional_index(i);
        atomic_fetch_add_explicit(counted + at[1] * N + at[0], 1u, memory_order_relaxed);
        atomic_fetch_add_explicit(total, 1u, memory_order_relaxed);
        elements++;
    }
    if (thread_index == 0)
        first = cooperative.get_capacity();
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const bool all = cooperative.get_capacity() == first;
    capacity[thread_index] = all;
    held[thread_index] = elements <= cooperative.get_capacity();
}
