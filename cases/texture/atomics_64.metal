//! title:     atomic_min and atomic_max of textures of ulong keep the least and the greatest of 64 bits, and return nothing
//! verifies:  tex.atomic.min64 tex.atomic.max64 tex.atomic.ulong_ops
//! requires:  msl 3.1, feature atomic_ulong_min_max, feature texture_atomics
//! dispatch:  threads 64, threadgroup 8
//! in:        operand uint2[64] = values 0 4  0xffffffff 3  1 4  0xffffffff 5  0 6  5 5 …
//! inout:     line texture1d<ulong>(rg32uint)[2] = values 7 7  0xffffffff 0xffffffff
//! inout:     plane texture2d<ulong>(rg32uint)[2, 1] = values 7 7  0 0
//! inout:     rows texture_buffer<ulong>(rg32uint)[2] = values 0 0  0xffffffff 0xffffffff
//! out:       voids uint[2]
//! expect:    line = values 7 7  0xffffffff 3
//! expect:    plane = values 7 7  0 6
//! expect:    rows = values 0 6  0xffffffff 3
//! expect:    voids = values 1 1
//! mutant:    tex.atomic.min64 | replace `line.atomic_min(uint(1), ulong4(v))` with `line.atomic_min(uint(1), ulong4(v & 0xffffffff))`
//! mutant:    tex.atomic.min64 | replace `rows.atomic_min(ushort(1), ulong4(v))` with `rows.atomic_max(ushort(1), ulong4(v))`
//! mutant:    tex.atomic.max64 | replace `plane.atomic_max(uint2(1, 0), ulong4(v))` with `plane.atomic_min(uint2(1, 0), ulong4(v))`
//! mutant:    tex.atomic.max64 | replace `rows.atomic_max(uint(0), ulong4(v))` with `rows.atomic_max(uint(0), ulong4(v << 32 | v >> 32))`
//! mutant:    tex.atomic.ulong_ops | replace `atomic_max(uint(), ulong4())), void>` with `atomic_max(uint(), ulong4())), ulong4>`
//! mutant:    tex.atomic.ulong_ops | replace `atomic_min(uint(), ulong4())), void>` with `atomic_min(uint(), ulong4())), ulong4>`

#include <metal_stdlib>
using namespace metal;

kernel void keep(device const uint2 *operand [[buffer(0)]], texture1d<ulong, access::read_write> line [[texture(0)]],
                 texture2d<ulong, access::read_write> plane [[texture(1)]],
                 texture_buffer<ulong, access::read_write> rows [[texture(2)]], device uint *voids [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    const ulong v = as_type<ulong>(operand[i]);
    line.atomic_min(uint(1), ulong4(v));
    plane.atomic_max(uint2(1, 0), ulong4(v));
    rows.atomic_max(uint(0), ulong4(v));
    rows.atomic_min(ushort(1), ulong4(v));
    if (i == 0) {
        voids[0] = is_same<decltype(declval<texture1d<ulong, access::read_write>>().atomic_min(uint(), ulong4())), void>::value;
        voids[1] = is_same<decltype(declval<texture1d<ulong, access::read_write>>().atomic_max(uint(), ulong4())), void>::value;
    }
}
