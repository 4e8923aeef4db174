//! title:     read of depthcube take coordinates and face and level; queries tell its sizes
//! verifies:  tex.depthcube.read tex.depthcube.query
//! dispatch:  copy(image, wide, narrow): threads 126, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image depthcube<float>(depth32float)[4, 4, 3] = iota
//! out:       wide float[126]
//! out:       narrow float[126]
//! out:       sizes uint[7]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    sizes = values 4 2 1 4 2 1 3
//! mutant:    tex.depthcube.read | replace `image.read(uint2(x, y), face, level)` with `image.read(uint2((x ^ 1), y), face, level)`
//! mutant:    tex.depthcube.read | replace `image.read(ushort2(x, y), ushort(face), ushort(level))` with `image.read(ushort2((x ^ 1), y), ushort(face), ushort(level))`
//! mutant:    tex.depthcube.read | replace `image.read(uint2(x, y), face, level)` with `image.read(uint2(x, y), face ^ 1, level)`
//! mutant:    tex.depthcube.query | replace `image.get_width(1)` with `image.get_width(0)`
//! mutant:    tex.depthcube.query | replace `image.get_height(1)` with `image.get_height(0)`
//! mutant:    tex.depthcube.query | replace `image.get_num_mip_levels()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(depthcube<float> image [[texture(0)]], device float *wide [[buffer(0)]],
                 device float *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 4, h = 4;
    for (; at >= w * h * 6; level++) {
        at -= w * h * 6;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, face = at / (w * h) % 6;
    wide[i] = image.read(uint2(x, y), face, level);
    narrow[i] = image.read(ushort2(x, y), ushort(face), ushort(level));
}

kernel void ask(depthcube<float> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_width(1);
    sizes[2] = image.get_width(2);
    sizes[3] = image.get_height();
    sizes[4] = image.get_height(1);
    sizes[5] = image.get_height(2);
    sizes[6] = image.get_num_mip_levels();
}
