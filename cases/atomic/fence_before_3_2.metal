//! title:     atomic_thread_fence comes with 3.2
//! verifies:  atomic.fence.gate
//! msl:       2.4 3.1
//! reject:    atomic_thread_fence undeclared
//! grade:     inferred
//! control:   replace `atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed)` with `threadgroup_barrier(mem_flags::mem_device)`

#include <metal_stdlib>
using namespace metal;

kernel void store(device int *result [[buffer(0)]])
{
    result[0] = 1;
    atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed); // reject
}
