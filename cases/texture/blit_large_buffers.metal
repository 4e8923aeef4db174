//! title:     A copy and a fill of many bytes reach the last one, and no further
//! verifies:  blit.buffers blit.fill
//! dispatch:  make(bytes): threads 140001, threadgroup 64
//! blit:      copy bytes offset 8, to result offset 4, size 135428
//! blit:      fill filled offset 3, size 131077, value 171
//! dispatch:  look(result, filled, wrong): threads 140001, threadgroup 64
//! inout:     bytes uchar[140001] = zeros
//! inout:     result uchar[140001] = constant(7)
//! inout:     filled uchar[140001] = constant(7)
//! inout:     wrong uint[2] = zeros
//! expect:    bytes = unjudged
//! expect:    result = unjudged
//! expect:    filled = unjudged
//! expect:    wrong = values 0 0
//! mutant:    blit.buffers | replace `i < 4 + 135428` with `i < 4 + 135427`
//! mutant:    blit.buffers | replace `(i + 4) * 2654435761u` with `(i + 5) * 2654435761u`
//! mutant:    blit.fill | replace `i < 3 + 131077` with `i < 3 + 131078`
//! note:      A command that is made of several, each of what a smaller counter holds, ends in a part.

#include <metal_stdlib>
using namespace metal;

kernel void make(device uchar *bytes [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    bytes[i] = uchar(i * 2654435761u >> 24);
}

kernel void look(device const uchar *result [[buffer(0)]], device const uchar *filled [[buffer(1)]],
                 device atomic_uint *wrong [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const bool copied = i >= 4 && i < 4 + 135428, covered = i >= 3 && i < 3 + 131077;
    if (result[i] != (copied ? uchar((i + 4) * 2654435761u >> 24) : 7))
        atomic_fetch_add_explicit(&wrong[0], 1, memory_order_relaxed);
    if (filled[i] != (covered ? 171 : 7))
        atomic_fetch_add_explicit(&wrong[1], 1, memory_order_relaxed);
}
