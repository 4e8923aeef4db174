//! title:     A copy from a buffer puts pixels into a region of a texture, and nothing else
//! verifies:  blit.buffer_to_texture
//! dispatch:  make(pixels): threads 12, threadgroup 12
//! blit:      copy pixels offset 4 row 16, to layers slice 1 level 0 origin 1 2 0, size 3 2 1
//! blit:      copy pixels offset 0 row 8, to layers slice 0 level 1, size 2 1 1
//! dispatch:  look(layers, result): threads 40, threadgroup 40
//! inout:     pixels uint[12] = zeros
//! inout:     layers texture2d_array<uint>(r32uint)[4, 4, 2, 2] = constant(7)
//! out:       result uint[40]
//! expect:    result = values 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 101 102 103 7 105 106 107 100 101 7 7 7 7 7 7
//! mutant:    blit.buffer_to_texture | replace `pixels[i] = 100 + i` with `pixels[i] = 101 + i`
//! mutant:    blit.buffer_to_texture | replace `i < 32 ? i / 16 : (i - 32) / 4` with `i < 32 ? 1 - i / 16 : (i - 32) / 4`

#include <metal_stdlib>
using namespace metal;

kernel void make(device uint *pixels [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    pixels[i] = 100 + i;
}

kernel void look(texture2d_array<uint> layers [[texture(0)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint level = i < 32 ? 0 : 1, width = 4 >> level;
    const uint slice = i < 32 ? i / 16 : (i - 32) / 4;
    const uint at = i < 32 ? i % 16 : (i - 32) % 4;
    result[i] = layers.read(uint2(at % width, at / width), slice, level).x;
}
