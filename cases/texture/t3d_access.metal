//! title:     read and write of texture3d take coordinates and level; queries tell its sizes
//! verifies:  tex.t3d.read tex.t3d.write tex.t3d.query
//! for:       (T, FORMAT) in (float, rgba32float) (half, rgba16float) (int, rgba32sint) (uint, rgba32uint)
//!            (short, rgba16sint) (ushort, rgba16uint)
//! dispatch:  copy(image, wide, narrow): threads 133, threadgroup 32
//! dispatch:  spread(colours, plain, small): threads 133, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image texture3d<T>(FORMAT)[6, 5, 4, 3] = iota
//! in:        colours vec<T, 4>[133] = iota(1)
//! out:       wide vec<T, 4>[133]
//! out:       narrow vec<T, 4>[133]
//! out:       plain texture3d<T>(FORMAT)[6, 5, 4, 3]
//! out:       small texture3d<T>(FORMAT)[6, 5, 4, 3]
//! out:       sizes uint[10]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    plain = same colours
//! expect:    small = same colours
//! expect:    sizes = values 6 3 1 5 2 1 4 2 1 3
//! mutant:    tex.t3d.read | replace `image.read(uint3(x, y, z), level)` with `image.read(uint3((x ^ 1), y, z), level)`
//! mutant:    tex.t3d.read | replace `image.read(ushort3(x, y, z), ushort(level))` with `image.read(ushort3((x ^ 1), y, z), ushort(level))`
//! mutant:    tex.t3d.read | replace `image.read(uint3(x, y, z), level)` with `image.read(uint3(x, y, z ^ 1), level)`
//! mutant:    tex.t3d.write | replace `plain.write(colours[i], uint3(x, y, z), level)` with `plain.write(colours[i ^ 1], uint3(x, y, z), level)`
//! mutant:    tex.t3d.write | replace `small.write(colours[i], ushort3(x, y, z), ushort(level))` with `small.write(colours[i ^ 1], ushort3(x, y, z), ushort(level))`
//! mutant:    tex.t3d.query | replace `image.get_width(1)` with `image.get_width(0)`
//! mutant:    tex.t3d.query | replace `image.get_height(1)` with `image.get_height(0)`
//! mutant:    tex.t3d.query | replace `image.get_depth(1)` with `image.get_depth(0)`
//! mutant:    tex.t3d.query | replace `image.get_num_mip_levels()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texture3d<T> image [[texture(0)]], device vec<T, 4> *wide [[buffer(0)]],
                 device vec<T, 4> *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 6, h = 5, d = 4;
    for (; at >= w * h * d; level++) {
        at -= w * h * d;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
        d = max(d / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, z = at / (w * h);
    wide[i] = image.read(uint3(x, y, z), level);
    narrow[i] = image.read(ushort3(x, y, z), ushort(level));
}

kernel void spread(device const vec<T, 4> *colours [[buffer(0)]],
                   texture3d<T, access::write> plain [[texture(0)]],
                   texture3d<T, access::write> small [[texture(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 6, h = 5, d = 4;
    for (; at >= w * h * d; level++) {
        at -= w * h * d;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
        d = max(d / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, z = at / (w * h);
    plain.write(colours[i], uint3(x, y, z), level);
    small.write(colours[i], ushort3(x, y, z), ushort(level));
}

kernel void ask(texture3d<T> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_width(1);
    sizes[2] = image.get_width(2);
    sizes[3] = image.get_height();
    sizes[4] = image.get_height(1);
    sizes[5] = image.get_height(2);
    sizes[6] = image.get_depth();
    sizes[7] = image.get_depth(1);
    sizes[8] = image.get_depth(2);
    sizes[9] = image.get_num_mip_levels();
}
