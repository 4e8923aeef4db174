//! title:     A visible function may use SIMD-group functions and barriers
//! verifies:  sync.callable.visible
//! requires:  msl 2.3, feature simd_permute, feature function_pointers
//! before:    a compiler may ignore an attribute that it does not know
//! options:   link moved
//! dispatch:  call_visible: groups 4, threadgroup 64
//! in:        data uint[threads] = random
//! out:       result uint[threads]
//! expect:    result = simd_shuffle_rotate_down(data, 3)
//! mutant:    sync.callable.visible | replace `simd_shuffle_rotate_down(value, 3)` with `value`

#include <metal_stdlib>
using namespace metal;

[[visible]] uint moved(uint value)
{
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return simd_shuffle_rotate_down(value, 3);
}

kernel void call_visible(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    result[i] = moved(data[i]);
}
