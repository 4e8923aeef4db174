//! title:     read of depth2d take coordinates and level; queries tell its sizes
//! verifies:  tex.depth2d.read tex.depth2d.query
//! dispatch:  copy(image, wide, narrow): threads 37, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image depth2d<float>(depth32float)[6, 5, 3] = iota
//! out:       wide float[37]
//! out:       narrow float[37]
//! out:       sizes uint[7]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    sizes = values 6 3 1 5 2 1 3
//! mutant:    tex.depth2d.read | replace `image.read(uint2(x, y), level)` with `image.read(uint2((x ^ 1), y), level)`
//! mutant:    tex.depth2d.read | replace `image.read(ushort2(x, y), ushort(level))` with `image.read(ushort2((x ^ 1), y), ushort(level))`
//! mutant:    tex.depth2d.query | replace `image.get_width(1)` with `image.get_width(0)`
//! mutant:    tex.depth2d.query | replace `image.get_height(1)` with `image.get_height(0)`
//! mutant:    tex.depth2d.query | replace `image.get_num_mip_levels()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(depth2d<float> image [[texture(0)]], device float *wide [[buffer(0)]],
                 device float *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 6, h = 5;
    for (; at >= w * h; level++) {
        at -= w * h;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
    }
    const uint x = at % w, y = at / w % h;
    wide[i] = image.read(uint2(x, y), level);
    narrow[i] = image.read(ushort2(x, y), ushort(level));
}

kernel void ask(depth2d<float> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_width(1);
    sizes[2] = image.get_width(2);
    sizes[3] = image.get_height();
    sizes[4] = image.get_height(1);
    sizes[5] = image.get_height(2);
    sizes[6] = image.get_num_mip_levels();
}
