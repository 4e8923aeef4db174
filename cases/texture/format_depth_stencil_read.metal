//! title:     A stencil reads as a whole number, a depth of 16 bits as its part of the largest code
//! verifies:  tex.stencil.read tex.depth16.read
//! requires:  msl 2.0, family apple3
//! dispatch:  read(stencil, depth, codes, depths): threads 256, threadgroup 64
//! in:        stencil texture2d<uint>(stencil8)[16, 16] = iota
//! in:        depth depth2d<float>(depth16unorm)[16, 16] = iota(0, 257)
//! in:        likewise texture2d<float>(r16unorm)[16, 16] = iota(0, 257)
//! out:       codes uint[256]
//! out:       depths float4[256]
//! expect:    codes = counted(0, 1)
//! expect:    depths = texels(likewise)
//! mutant:    tex.stencil.read | replace `stencil.read(at).x` with `(stencil.read(at).x & 127)`
//! mutant:    tex.depth16.read | replace `depth.read(at)` with `depth.read(at) * 0.99f`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<uint, access::read> stencil [[texture(0)]], depth2d<float, access::read> depth [[texture(1)]],
                 device uint *codes [[buffer(0)]], device float4 *depths [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint2 at = uint2(i % 16, i / 16);
    codes[i] = stencil.read(at).x;
    depths[i] = float4(depth.read(at), 0, 0, 1);
}
