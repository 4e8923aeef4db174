//! title:     read and write of texturecube take coordinates and face and level; queries tell its sizes
//! verifies:  tex.cube.read tex.cube.write tex.cube.query tex.cube.oob_face
//! for:       (T, FORMAT) in (float, rgba32float) (half, rgba16float) (int, rgba32sint) (uint, rgba32uint)
//!            (short, rgba16sint) (ushort, rgba16uint)
//! dispatch:  copy(image, wide, narrow): threads 126, threadgroup 32
//! dispatch:  spread(colours, plain, small): threads 126, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! dispatch:  leave(image, beyond): threads 1, threadgroup 1
//! in:        image texturecube<T>(FORMAT)[4, 4, 3] = iota
//! in:        colours vec<T, 4>[126] = iota(1)
//! out:       wide vec<T, 4>[126]
//! out:       narrow vec<T, 4>[126]
//! out:       plain texturecube<T>(FORMAT)[4, 4, 3]
//! out:       small texturecube<T>(FORMAT)[4, 4, 3]
//! out:       sizes uint[7]
//! out:       beyond vec<T, 4>[2]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    plain = same colours
//! expect:    small = same colours
//! expect:    sizes = values 4 2 1 4 2 1 3
//! expect:    beyond = values 0 …
//! mutant:    tex.cube.read | replace `image.read(uint2(x, y), face, level)` with `image.read(uint2((x ^ 1), y), face, level)`
//! mutant:    tex.cube.read | replace `image.read(ushort2(x, y), ushort(face), ushort(level))` with `image.read(ushort2((x ^ 1), y), ushort(face), ushort(level))`
//! mutant:    tex.cube.read | replace `image.read(uint2(x, y), face, level)` with `image.read(uint2(x, y), face ^ 1, level)`
//! mutant:    tex.cube.write | replace `plain.write(colours[i], uint2(x, y), face, level)` with `plain.write(colours[i ^ 1], uint2(x, y), face, level)`
//! mutant:    tex.cube.write | replace `small.write(colours[i], ushort2(x, y), ushort(face), ushort(level))` with `small.write(colours[i ^ 1], ushort2(x, y), ushort(face), ushort(level))`
//! mutant:    tex.cube.query | replace `image.get_width(1)` with `image.get_width(0)`
//! mutant:    tex.cube.query | replace `image.get_height(1)` with `image.get_height(0)`
//! mutant:    tex.cube.query | replace `image.get_num_mip_levels()` with `image.get_width()`
//! mutant:    tex.cube.oob_face | replace `uint2(0, 1), 6u` with `uint2(0, 1), 5u`
//! mutant:    tex.cube.oob_face | replace `uint2(0, 1), 100u` with `uint2(0, 1), 4u`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texturecube<T> image [[texture(0)]], device vec<T, 4> *wide [[buffer(0)]],
                 device vec<T, 4> *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
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

kernel void spread(device const vec<T, 4> *colours [[buffer(0)]],
                   texturecube<T, access::write> plain [[texture(0)]],
                   texturecube<T, access::write> small [[texture(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    uint level = 0, w = 4, h = 4;
    for (; at >= w * h * 6; level++) {
        at -= w * h * 6;
        w = max(w / 2, 1u);
        h = max(h / 2, 1u);
    }
    const uint x = at % w, y = at / w % h, face = at / (w * h) % 6;
    plain.write(colours[i], uint2(x, y), face, level);
    small.write(colours[i], ushort2(x, y), ushort(face), ushort(level));
}

kernel void ask(texturecube<T> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_width(1);
    sizes[2] = image.get_width(2);
    sizes[3] = image.get_height();
    sizes[4] = image.get_height(1);
    sizes[5] = image.get_height(2);
    sizes[6] = image.get_num_mip_levels();
}

kernel void leave(texturecube<T> image [[texture(0)]], device vec<T, 4> *beyond [[buffer(0)]])
{
    beyond[0] = image.read(uint2(0, 1), 6u);
    beyond[1] = image.read(uint2(0, 1), 100u);
}
