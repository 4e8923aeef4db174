//! title:     simdgroup_barrier orders threadgroup memory between the lanes of a SIMD-group
//! verifies:  barrier.simdgroup.execution
//! requires:  feature simd_permute
//! dispatch:  groups 3, threadgroup 256
//! in:        data uint[768] = random
//! out:       result uint[768]
//! expect:    result = simd_shuffle_rotate_down(data, 5)
//! mutant:    barrier.simdgroup.execution | replace `simdgroup_barrier(mem_flags::mem_threadgroup); result`
//!            with `result`
//! note:      That the mutant fails rests on lanes that run one after the other, as on softmetal's fiber engine;
//!            lanes in step hide it.

#include <metal_stdlib>
using namespace metal;

kernel void rotate_lanes(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                         uint lane [[thread_index_in_simdgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup uint slot[256];
    slot[local] = data[i];
    simdgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = slot[local - lane + (lane + 5) % width];
}
