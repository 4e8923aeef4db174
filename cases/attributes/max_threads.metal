//! title:     max_total_threads_per_threadgroup leaves threadgroups up to its number
//! verifies:  func.max_total_threads.attribute
//! for:       MOST in 64 256
//! dispatch:  threads 512, threadgroup MOST
//! in:        data@3 uint[512] = random
//! out:       result@7 uint[512]
//! expect:    result = group_rotated(data, 1)
//! mutant:    func.max_total_threads.attribute | replace `(local + 1) % MOST` with `local`

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(MOST)]]
kernel void rotate(device const uint *data [[buffer(3)]], device uint *result [[buffer(7)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[MOST];
    slot[local] = data[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = slot[(local + 1) % MOST];
}
