//! title:     What a copy reaches: the most bytes per second that a kernel can move
//! dispatch:  threads 524288, threadgroup 256
//! in:        from float4[524288] = iota
//! out:       to float4[524288]
//! expect:    to = unjudged

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const float4 *from [[buffer(0)]], device float4 *to [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    to[i] = from[i];
}
