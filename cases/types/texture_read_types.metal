//! title:     read of texture2d gives texels of each component type, by uint2 and ushort2, from any level
//! verifies:  tex.t2d.read
//! requires:  msl 1.2
//! for:       (T, FORMAT) in (half, r16float) (float, r32float) (short, r16sint) (ushort, r16uint) (int, r32sint)
//!            (uint, r32uint)
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<T>(FORMAT)[4, 2, 3] = values 1 2 3 4 5 6 7 8 20 21 30
//! out:       texels T[11]
//! out:       narrow T[11]
//! expect:    texels = values 1 2 3 4 5 6 7 8 20 21 30
//! expect:    narrow = values 1 2 3 4 5 6 7 8 20 21 30
//! mutant:    tex.t2d.read | replace `uint2(i % 4, i / 4))` with `uint2(i % 4, 0))`
//! mutant:    tex.t2d.read | replace `ushort2(i % 4, i / 4))` with `ushort2(i % 4, 0))`
//! mutant:    tex.t2d.read | replace `uint2(1, 0), 1)` with `uint2(1, 0), 0)`
//! mutant:    tex.t2d.read | replace `ushort2(0, 0), 2)` with `ushort2(0, 0), 1)`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texture2d<T, access::read> image [[texture(0)]], device T *texels [[buffer(0)]],
                 device T *narrow [[buffer(1)]])
{
    for (uint i = 0; i < 8; i++) {
        texels[i] = image.read(uint2(i % 4, i / 4)).x;
        narrow[i] = image.read(ushort2(i % 4, i / 4)).x;
    }
    texels[8] = image.read(uint2(0, 0), 1).x;
    texels[9] = image.read(uint2(1, 0), 1).x;
    texels[10] = image.read(uint2(0, 0), 2).x;
    narrow[8] = image.read(ushort2(0, 0), 1).x;
    narrow[9] = image.read(ushort2(1, 0), 1).x;
    narrow[10] = image.read(ushort2(0, 0), 2).x;
}
