//! title:     Bytes behind a pointer, a constant and an index are read and written in grids of one, two and three threadgroups
//! verifies:  kb52
//! subcases:  GROUPS in 1 2 3 4; WIDE in 1 2 32 64
//! dispatch:  groups GROUPS, threadgroup WIDE
//! in:        data uchar[threads + 1] = iota
//! inout:     result uchar[threads + 1] = zeros
//! expect:    result = same data
//! mutant:    kb52 | replace `to[i] = from[i]` with `to[i] = from[i & ~1u]` | for WIDE=2 WIDE=32 WIDE=64
//! mutant:    kb52 | replace `to[i] = from[i]` with `if (group > 0) to[i] = from[i]`
//! note:      Of two threadgroups the first one's accesses were lost (https://github.com/JuliaGPU/GPUCompiler.jl/issues/862). Element 0
//!            is 0 and nobody's.

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const uchar *data [[buffer(0)]], device uchar *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    device const uchar *from = data + 1;
    device uchar *to = result + 1;
    to[i] = from[i];
}
