//! title:     Functions that visible functions call may hold barriers
//! verifies:  sync.callable.visible
//! requires:  msl 2.3, feature function_pointers
//! before:    a compiler may ignore an attribute that it does not know
//! options:   link exchange
//! dispatch:  rotate_group: groups 2, threadgroup 128
//! in:        data uint[256] = random
//! out:       result uint[256]
//! expect:    result = group_rotated(data, 40)
//! mutant:    sync.callable.visible | replace `threadgroup_barrier(mem_flags::mem_threadgroup); return` with `return`

#include <metal_stdlib>
using namespace metal;

[[visible]] uint exchange(threadgroup uint *slot, uint value, uint local)
{
    slot[local] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return slot[(local + 40) % 128];
}

kernel void rotate_group(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup uint slot[128];
    result[i] = exchange(slot, data[i], local);
}
