//! title:     Bytes of a buffer, cast to atomic_uint at any multiple of four, take part in atomic operations
//! verifies:  kb23
//! dispatch:  threads 640, threadgroup 64
//! inout:     bytes uchar[64] = zeros
//! expect:    bytes = values 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0
//!            40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0 40 0 0 0
//! mutant:    kb23 | replace `4 * (i % 16)` with `4 * (i % 15)`

#include <metal_stdlib>
using namespace metal;

kernel void count_in_bytes(device uchar *bytes [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    device atomic_uint *cell = reinterpret_cast<device atomic_uint *>(bytes + 4 * (i % 16));
    atomic_fetch_add_explicit(cell, 1, memory_order_relaxed);
}
