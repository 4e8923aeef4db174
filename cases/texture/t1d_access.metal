//! title:     read and write of texture1d take coordinates; queries tell its sizes
//! verifies:  tex.t1d.read tex.t1d.write tex.t1d.query tex.t1d.num_mip_levels_zero
//! for:       (T, FORMAT) in (float, rgba32float) (half, rgba16float) (int, rgba32sint) (uint, rgba32uint)
//!            (short, rgba16sint) (ushort, rgba16uint)
//! dispatch:  copy(image, wide, narrow): threads 6, threadgroup 32
//! dispatch:  spread(colours, plain, small): threads 6, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image texture1d<T>(FORMAT)[6] = iota
//! in:        colours vec<T, 4>[6] = iota(1)
//! out:       wide vec<T, 4>[6]
//! out:       narrow vec<T, 4>[6]
//! out:       plain texture1d<T>(FORMAT)[6]
//! out:       small texture1d<T>(FORMAT)[6]
//! out:       sizes uint[2]
//! expect:    wide = same image
//! expect:    narrow = same image
//! expect:    plain = same colours
//! expect:    small = same colours
//! expect:    sizes = values 6 0
//! mutant:    tex.t1d.read | replace `image.read(x)` with `image.read((x ^ 1))`
//! mutant:    tex.t1d.read | replace `image.read(ushort(x))` with `image.read(ushort((x ^ 1)))`
//! mutant:    tex.t1d.write | replace `plain.write(colours[i], x)` with `plain.write(colours[i ^ 1], x)`
//! mutant:    tex.t1d.write | replace `small.write(colours[i], ushort(x))` with `small.write(colours[i ^ 1], ushort(x))`
//! mutant:    tex.t1d.query | replace `image.get_width()` with `image.get_num_mip_levels()`
//! mutant:    tex.t1d.num_mip_levels_zero | replace `image.get_num_mip_levels()` with `image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void copy(texture1d<T> image [[texture(0)]], device vec<T, 4> *wide [[buffer(0)]],
                 device vec<T, 4> *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    const uint x = at % 6;
    wide[i] = image.read(x);
    narrow[i] = image.read(ushort(x));
}

kernel void spread(device const vec<T, 4> *colours [[buffer(0)]],
                   texture1d<T, access::write> plain [[texture(0)]],
                   texture1d<T, access::write> small [[texture(1)]], uint i [[thread_position_in_grid]])
{
    uint at = i;
    const uint x = at % 6;
    plain.write(colours[i], x);
    small.write(colours[i], ushort(x));
}

kernel void ask(texture1d<T> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_num_mip_levels();
}
