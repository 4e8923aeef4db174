//! title:     A kernel with required_threads_per_threadgroup runs in threadgroups of that size
//! verifies:  func.required_threads.attribute
//! requires:  msl 4.0
//! before:    a compiler may ignore an attribute that it does not know
//! dispatch:  threads 512, threadgroup 64
//! in:        data uint[512] = random
//! out:       result uint[512]
//! expect:    result = group_rotated(data, 1)
//! mutant:    func.required_threads.attribute | replace `(local + 1) % 64` with `local`

#include <metal_stdlib>
using namespace metal;

[[required_threads_per_threadgroup(64)]]
kernel void rotate(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[64];
    slot[local] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = slot[(local + 1) % 64];
}
