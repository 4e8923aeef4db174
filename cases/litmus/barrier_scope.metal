//! title:     From 4.1 on a barrier takes an order and a scope; without a scope it has that of its group
//! verifies:  barrier.threadgroup.signature_order_scope barrier.threadgroup.default_scope barrier.scope.threadgroup
//!            barrier.simdgroup.signature_order_scope barrier.simdgroup.default_scope barrier.scope.simdgroup
//! requires:  msl 4.1, feature simd_permute
//! for:       (BARRIER, SCOPE, REACH, SHIFTED) in (threadgroup_barrier, thread_scope_threadgroup, threads,
//!            group_rotated) (simdgroup_barrier, thread_scope_simdgroup, width, simd_shuffle_rotate_down)
//! dispatch:  groups 8, threadgroup 256
//! in:        data uint[2048] = random
//! out:       plain uint[2048]
//! out:       ordered uint[2048]
//! out:       scoped uint[2048]
//! expect:    plain = SHIFTED(data, 11)
//! expect:    ordered = SHIFTED(data, 11)
//! expect:    scoped = SHIFTED(data, 11)
//! mutant:    barrier.threadgroup.signature_order_scope | replace `BARRIER(mem_flags::mem_threadgroup);` with
//!            `BARRIER(mem_flags::mem_threadgroup, memory_order_relaxed);` | for BARRIER=threadgroup_barrier
//! mutant:    barrier.simdgroup.signature_order_scope | replace `BARRIER(mem_flags::mem_threadgroup);` with
//!            `BARRIER(mem_flags::mem_threadgroup, memory_order_relaxed);` | for BARRIER=simdgroup_barrier
//! mutant:    barrier.threadgroup.default_scope | replace `memory_order_seq_cst);` with
//!            `memory_order_seq_cst, thread_scope_simdgroup);` | for BARRIER=threadgroup_barrier
//! mutant:    barrier.simdgroup.default_scope | replace `memory_order_seq_cst);` with
//!            `memory_order_seq_cst, thread_scope_thread);` | for BARRIER=simdgroup_barrier
//! mutant:    barrier.scope.threadgroup | replace `memory_order_seq_cst, SCOPE` with
//!            `memory_order_seq_cst, thread_scope_simdgroup` | for BARRIER=threadgroup_barrier
//! mutant:    barrier.scope.simdgroup | replace `memory_order_seq_cst, SCOPE` with
//!            `memory_order_seq_cst, thread_scope_thread` | for BARRIER=simdgroup_barrier

#include <metal_stdlib>
using namespace metal;

kernel void rotate(device const uint *data [[buffer(0)]], device uint *plain [[buffer(1)]],
                   device uint *ordered [[buffer(2)]], device uint *scoped [[buffer(3)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                   uint threads [[threads_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup uint first[256];
    threadgroup uint second[256];
    threadgroup uint third[256];
    const uint other = local - local % REACH + (local + 11) % REACH;
    first[local] = data[i];
    BARRIER(mem_flags::mem_threadgroup);
    plain[i] = first[other];
    second[local] = data[i];
    BARRIER(mem_flags::mem_threadgroup, memory_order_seq_cst);
    ordered[i] = second[other];
    third[local] = data[i];
    BARRIER(mem_flags::mem_threadgroup, memory_order_seq_cst, SCOPE);
    scoped[i] = third[other];
}
