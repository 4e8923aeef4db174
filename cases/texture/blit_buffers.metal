//! title:     Commands of a blit encoder copy and fill just the bytes of their ranges
//! verifies:  blit.buffers blit.fill
//! dispatch:  make(bytes): threads 16, threadgroup 16
//! blit:      copy bytes offset 4, to result offset 8, size 5
//! blit:      fill result offset 17, size 6, value 171
//! dispatch:  look(result, seen): threads 32, threadgroup 32
//! inout:     bytes uchar[16] = zeros
//! inout:     result uchar[32] = constant(7)
//! out:       seen uchar[32]
//! expect:    seen = values 7 7 7 7 7 7 7 7 104 105 106 107 108 7 7 7 7 171 171 171 171 171 171 7 7 7 7 7 7 7 7 7
//! mutant:    blit.buffers | replace `bytes[i] = uchar(100 + i)` with `bytes[i] = uchar(101 + i)`
//! mutant:    blit.fill | replace `result[i]` with `result[i > 16 && i < 24 ? i - 1 : i]`

#include <metal_stdlib>
using namespace metal;

kernel void make(device uchar *bytes [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    bytes[i] = uchar(100 + i);
}

kernel void look(device const uchar *result [[buffer(0)]], device uchar *seen [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    seen[i] = result[i];
}
