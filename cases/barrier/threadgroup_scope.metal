//! title:     From 4.1 on threadgroup_barrier takes the scope of its group
//! verifies:  barrier.threadgroup.signature_order_scope barrier.scope.threadgroup
//! requires:  msl 4.1
//! dispatch:  groups 2, threadgroup 256
//! in:        data uint[512] = random
//! out:       result uint[512]
//! expect:    result = group_rotated(data, 111)
//! mutant:    barrier.threadgroup.signature_order_scope barrier.scope.threadgroup | replace
//!            `threadgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_threadgroup); result` with `result`

#include <metal_stdlib>
using namespace metal;

kernel void rotate(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                   uint threads [[threads_per_threadgroup]])
{
    threadgroup uint slot[256];
    slot[local] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_threadgroup);
    result[i] = slot[(local + 111) % threads];
}
