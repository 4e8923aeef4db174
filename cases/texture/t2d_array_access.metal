//! title:     read and write of texture2d_array take coordinates and slice and level; queries tell its sizes
//! verifies:  tex.t2d_array.read tex.t2d_array.write tex.t2d_array.query
//! for:       (T, FORMAT) in (float, rgba32float) (half, rgba16float) (int, rgba32sint) (uint, rgba32uint)
//!            (short, rgba16sint) (ushort, rgba16uint)
//! dispatch:  copy(image, wide, narrow): threads 148, threadgroup 32
//! dispatch:  spread(colours, plain, small): threads 148, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[6, 5, 4, 3] = iota
//! in:        colours vec<T, 4>[148] = iota(1)
//! out:       wide vec<T, 4>[148]
//! out:       narrow vec<T, 4>[148]
//! out:       plain texture2d_array<T>(FORMAT)[6, 5, 4, 3]
//! out:       small texture2d_array<T>(FORMAT)[6, 5, 4, 3]
//! out:       sizes uint[8]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    plain = same colours
//! expect:    small = same colours
//! expect:    sizes = values 6 3 1 5 2 1 3 4
//! mutant:    tex.t2d_array.read | replace `image.read(uint2(x, y), layer, level)` with `image.read(uint2((x ^ 1), y), layer, level)`
//! mutant:    tex.t2d_array.read | replace `image.read(ushort2(x, y), ushort(layer), ushort(level))` with `image.read(ushort2((x ^ 1), y), ushort(layer), ushort(level))`
//! mutant:    tex.t2d_array.read | replace `image.read(uint2(x, y), layer, level)` with `image.read(uint2(x, y), layer ^ 1, level)`
//! mutant:    tex.t2d_array.write | replace `plain.write(colours[i], uint2(x, y), layer, level)` with `plain.write(colours[i ^ 1], uint2(x, y), layer, level)`
//! mutant:    tex.t2d_array.write | replace `small.write(colours[i], ushort2(x, y), ushort(layer), ushort(level))` with `small.write(colours[i ^ 1], ushort2(x, y), ushort(layer), ushort(level))`
//! mutant:    tex.t2d_array.write | replace `plain.write(colours[i], uint2(x, y), layer, level)` with `plain.write(colours[i], uint2(x, y), layer ^ 1, level)`
//! mutant:    tex.t2d_array.query | replace `image.get_width(1)` with `image.get_width(0)`
//! mutant:    tex.t2d_array.query | replace `image.get_height(1)` with `image.get_height(0)`
//! mutant:    tex.t2d_array.query | replace `image.get_num_mip_levels()` with `image.get_width()`
//! mutant:    tex.t2d_array.query | replace `image.get_array_size()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texture2d_array<T> image [[texture(0)]], device vec<T, 4> *wide [[buffer(0)]],
                 device vec<T, 4> *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 6, h = 5;
    for (; at >= w * h * 4; level++) {
        at -= w * h * 4;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, layer = at / (w * h);
    wide[i] = image.read(uint2(x, y), layer, level);
    narrow[i] = image.read(ushort2(x, y), ushort(layer), ushort(level));
}

kernel void spread(device const vec<T, 4> *colours [[buffer(0)]],
                   texture2d_array<T, access::write> plain [[texture(0)]],
                   texture2d_array<T, access::write> small [[texture(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 6, h = 5;
    for (; at >= w * h * 4; level++) {
        at -= w * h * 4;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, layer = at / (w * h);
    plain.write(colours[i], uint2(x, y), layer, level);
    small.write(colours[i], ushort2(x, y), ushort(layer), ushort(level));
}

kernel void ask(texture2d_array<T> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_width(1);
    sizes[2] = image.get_width(2);
    sizes[3] = image.get_height();
    sizes[4] = image.get_height(1);
    sizes[5] = image.get_height(2);
    sizes[6] = image.get_num_mip_levels();
    sizes[7] = image.get_array_size();
}
