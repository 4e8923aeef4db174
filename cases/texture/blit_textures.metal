//! title:     A copy between textures moves a region to another slice, level and place
//! verifies:  blit.texture_to_texture
//! dispatch:  put(from): threads 4 x 4 x 2, threadgroup 4 x 4 x 2
//! blit:      copy from slice 1 origin 1 2 0, to into slice 1 level 1 origin 0 1 0, size 2 1 1
//! blit:      copy from slice 0, to into slice 0 level 0 origin 2 1 0, size 1 2 1
//! dispatch:  look(into, result): threads 40, threadgroup 40
//! inout:     from texture2d_array<uint>(r32uint)[4, 4, 2] = zeros
//! inout:     into texture2d_array<uint>(r32uint)[4, 4, 2, 2] = constant(7)
//! out:       result uint[40]
//! expect:    result = values 7 7 7 7 7 7 200 7 7 7 210 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 321 322
//! mutant:    blit.texture_to_texture | replace `200 + 100 * at.z + 10 * at.y + at.x` with `200 + 100 * at.z + 10 * at.x + at.y`
//! mutant:    blit.texture_to_texture | replace `i < 32 ? i / 16 : (i - 32) / 4` with `i < 32 ? i / 16 : 1 - (i - 32) / 4`

#include <metal_stdlib>
using namespace metal;

kernel void put(texture2d_array<uint, access::write> from [[texture(0)]], uint3 at [[thread_position_in_grid]])
{
    from.write(200 + 100 * at.z + 10 * at.y + at.x, at.xy, at.z);
}

kernel void look(texture2d_array<uint> into [[texture(0)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint level = i < 32 ? 0 : 1, width = 4 >> level;
    const uint slice = i < 32 ? i / 16 : (i - 32) / 4;
    const uint at = i < 32 ? i % 16 : (i - 32) % 4;
    result[i] = into.read(uint2(at % width, at / width), slice, level).x;
}
