//! title:     A copy from a texture puts a region into a buffer, rows and images as far apart as it says
//! verifies:  blit.texture_to_buffer
//! dispatch:  put(layers, volume): threads 4 x 4 x 3, threadgroup 4 x 4 x 3
//! blit:      copy layers slice 1 level 0 origin 1 2 0, to flat offset 4 row 12, size 2 2 1
//! blit:      copy layers slice 2 level 1, to flat offset 32 row 8, size 2 1 1
//! blit:      copy volume origin 2 0 1, to deep row 8 image 24, size 1 3 2
//! inout:     layers texture2d_array<uint>(r32uint)[4, 4, 3, 2] = zeros
//! inout:     volume texture3d<uint>(rg32uint)[4, 4, 3] = zeros
//! inout:     flat uint[10] = constant(7)
//! inout:     deep uint2[8] = constant(7)
//! expect:    flat = values 7 121 122 7 131 132 7 7 1200 1201
//! expect:    deep = values 102 1 112 1 122 1 202 1 212 1 222 1 7 7 7 7
//! mutant:    blit.texture_to_buffer | replace `100 * at.z + 10 * at.y + at.x)` with `100 * at.z + 10 * at.x + at.y)`
//! mutant:    blit.texture_to_buffer | replace `layers.write(1000 + at.x` with `layers.write(at.x`
//! mutant:    blit.texture_to_buffer | replace `volume.write(uint4(100 * at.z` with `volume.write(uint4(10 * at.z`

#include <metal_stdlib>
using namespace metal;

kernel void put(texture2d_array<uint, access::write> layers [[texture(0)]],
                texture3d<uint, access::write> volume [[texture(1)]], uint3 at [[thread_position_in_grid]])
{
    layers.write(uint4(100 * at.z + 10 * at.y + at.x), at.xy, at.z, 0);
    if (at.x < 2 && at.y < 2)
        layers.write(1000 + at.x + 100 * at.z + 10 * at.y, at.xy, at.z, 1);
    volume.write(uint4(100 * at.z + 10 * at.y + at.x, 1, 0, 0), at);
}
