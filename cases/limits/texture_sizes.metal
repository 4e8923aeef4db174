//! title:     Textures are up to 16384 pixels wide and high, 2048 in each of three dimensions, and have 2048 layers and 15 levels
//! verifies:  limit.texture_1d limit.texture_2d limit.texture_3d limit.texture_layers limit.texture_levels
//! requires:  msl 2.0, family apple4
//! dispatch:  ends(line, wide, high, across, down, deep, lines, planes, found): threads 1, threadgroup 1
//! dispatch:  levels(chain, last): threads 15, threadgroup 15
//! in:        line texture1d<uint>(r16uint)[16384] = iota
//! in:        wide texture2d<uint>(r16uint)[16384, 1] = iota
//! in:        high texture2d<uint>(r16uint)[1, 16384] = iota
//! in:        across texture3d<uint>(r16uint)[2048, 1, 1] = iota
//! in:        down texture3d<uint>(r16uint)[1, 2048, 1] = iota
//! in:        deep texture3d<uint>(r16uint)[1, 1, 2048] = iota
//! in:        lines texture1d_array<uint>(r16uint)[1, 2048] = iota
//! in:        planes texture2d_array<uint>(r16uint)[1, 1, 2048] = iota
//! in:        chain texture2d<uint>(r16uint)[16384, 1, 15] = iota
//! out:       found uint[8]
//! out:       last uint[15]
//! expect:    found = values 16383 16383 16383 2047 2047 2047 2047 2047
//! expect:    last = values 16383 24575 28671 30719 31743 32255 32511 32639 32703 32735 32751 32759 32763 32765 32766
//! mutant:    limit.texture_1d | replace `line.read(16383u)` with `line.read(16382u)`
//! mutant:    limit.texture_2d | replace `wide.read(uint2(16383, 0))` with `wide.read(uint2(16382, 0))`
//! mutant:    limit.texture_2d | replace `high.read(uint2(0, 16383))` with `high.read(uint2(0, 16382))`
//! mutant:    limit.texture_3d | replace `across.read(uint3(2047, 0, 0))` with `across.read(uint3(2046, 0, 0))`
//! mutant:    limit.texture_3d | replace `down.read(uint3(0, 2047, 0))` with `down.read(uint3(0, 2046, 0))`
//! mutant:    limit.texture_3d | replace `deep.read(uint3(0, 0, 2047))` with `deep.read(uint3(0, 0, 2046))`
//! mutant:    limit.texture_layers | replace `lines.read(0u, 2047u)` with `lines.read(0u, 2046u)`
//! mutant:    limit.texture_layers | replace `planes.read(uint2(0), 2047)` with `planes.read(uint2(0), 2046)`
//! mutant:    limit.texture_levels | replace `chain.get_width(level) - 1` with `0`
//! mutant:    limit.texture_levels | replace `0), level)` with `0), level / 2)`

#include <metal_stdlib>
using namespace metal;

kernel void ends(texture1d<uint> line [[texture(0)]], texture2d<uint> wide [[texture(1)]],
                 texture2d<uint> high [[texture(2)]], texture3d<uint> across [[texture(3)]],
                 texture3d<uint> down [[texture(4)]], texture3d<uint> deep [[texture(5)]],
                 texture1d_array<uint> lines [[texture(6)]], texture2d_array<uint> planes [[texture(7)]],
                 device uint *found [[buffer(0)]])
{
    found[0] = line.read(16383u).x;
    found[1] = wide.read(uint2(16383, 0)).x;
    found[2] = high.read(uint2(0, 16383)).x;
    found[3] = across.read(uint3(2047, 0, 0)).x;
    found[4] = down.read(uint3(0, 2047, 0)).x;
    found[5] = deep.read(uint3(0, 0, 2047)).x;
    found[6] = lines.read(0u, 2047u).x;
    found[7] = planes.read(uint2(0), 2047).x;
}

kernel void levels(texture2d<uint> chain [[texture(0)]], device uint *last [[buffer(0)]],
                   uint level [[thread_position_in_grid]])
{
    last[level] = chain.read(uint2(chain.get_width(level) - 1, 0), level).x;
}
