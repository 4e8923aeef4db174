//! title:     From 4.1 on simdgroup_barrier takes the scope of its group
//! verifies:  barrier.simdgroup.signature_order_scope barrier.scope.simdgroup
//! requires:  msl 4.1, feature simd_permute
//! dispatch:  groups 2, threadgroup 256
//! in:        data uint[512] = random
//! out:       result uint[512]
//! expect:    result = simd_shuffle_rotate_down(data, 5)
//! mutant:    barrier.simdgroup.signature_order_scope barrier.scope.simdgroup | replace
//!            `simdgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_simdgroup); result` with `result`

#include <metal_stdlib>
using namespace metal;

kernel void rotate(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                   uint lane [[thread_index_in_simdgroup]],
                   uint width [[threads_per_simdgroup]])
{
    threadgroup uint slot[256];
    slot[local] = data[i];
    simdgroup_barrier(mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_simdgroup);
    result[i] = slot[local - lane + (lane + 5) % width];
}
