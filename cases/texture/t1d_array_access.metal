//! title:     read and write of texture1d_array take coordinates and slice; queries tell its sizes
//! verifies:  tex.t1d_array.read tex.t1d_array.write tex.t1d_array.query
//! for:       (T, FORMAT) in (float, rgba32float) (half, rgba16float) (int, rgba32sint) (uint, rgba32uint)
//!            (short, rgba16sint) (ushort, rgba16uint)
//! dispatch:  copy(image, wide, narrow): threads 24, threadgroup 32
//! dispatch:  spread(colours, plain, small): threads 24, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image texture1d_array<T>(FORMAT)[6, 4] = iota
//! in:        colours vec<T, 4>[24] = iota(1)
//! out:       wide vec<T, 4>[24]
//! out:       narrow vec<T, 4>[24]
//! out:       plain texture1d_array<T>(FORMAT)[6, 4]
//! out:       small texture1d_array<T>(FORMAT)[6, 4]
//! out:       sizes uint[3]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    plain = same colours
//! expect:    small = same colours
//! expect:    sizes = values 6 0 4
//! mutant:    tex.t1d_array.read | replace `image.read(x, layer)` with `image.read((x ^ 1), layer)`
//! mutant:    tex.t1d_array.read | replace `image.read(ushort(x), ushort(layer))` with `image.read(ushort((x ^ 1)), ushort(layer))`
//! mutant:    tex.t1d_array.read | replace `image.read(x, layer)` with `image.read(x, layer ^ 1)`
//! mutant:    tex.t1d_array.write | replace `plain.write(colours[i], x, layer)` with `plain.write(colours[i ^ 1], x, layer)`
//! mutant:    tex.t1d_array.write | replace `small.write(colours[i], ushort(x), ushort(layer))` with `small.write(colours[i ^ 1], ushort(x), ushort(layer))`
//! mutant:    tex.t1d_array.write | replace `plain.write(colours[i], x, layer)` with `plain.write(colours[i], x, layer ^ 1)`
//! mutant:    tex.t1d_array.query | replace `image.get_array_size()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texture1d_array<T> image [[texture(0)]], device vec<T, 4> *wide [[buffer(0)]],
                 device vec<T, 4> *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    const uint x = at % 6, layer = at / 6;
    wide[i] = image.read(x, layer);
    narrow[i] = image.read(ushort(x), ushort(layer));
}

kernel void spread(device const vec<T, 4> *colours [[buffer(0)]],
                   texture1d_array<T, access::write> plain [[texture(0)]],
                   texture1d_array<T, access::write> small [[texture(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    const uint x = at % 6, layer = at / 6;
    plain.write(colours[i], x, layer);
    small.write(colours[i], ushort(x), ushort(layer));
}

kernel void ask(texture1d_array<T> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_num_mip_levels();
    sizes[2] = image.get_array_size();
}
