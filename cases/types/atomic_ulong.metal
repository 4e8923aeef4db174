//! title:     atomic_ulong takes the larger of 64-bit values
//! verifies:  atomic.template.ulong
//! requires:  msl 2.4, feature atomic_ulong_min_max
//! dispatch:  threads 256, threadgroup 64
//! in:        data ulong[256] = values 3 18446744073709551615 4294967296 1 …
//! inout:     most ulong[1] = zeros
//! out:       same_type int[1]
//! expect:    most = values 18446744073709551615
//! expect:    same_type = values 1
//! mutant:    atomic.template.ulong | replace `most, data[i]` with `most, data[i] & 0xffffffff`

#include <metal_stdlib>
using namespace metal;

kernel void largest(device const ulong *data [[buffer(0)]], device atomic_ulong *most [[buffer(1)]],
                    device int *same_type [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    atomic_max_explicit(most, data[i], memory_order_relaxed);
    if (i == 0)
        same_type[0] = is_same<atomic_ulong, atomic<ulong>>::value;
}
