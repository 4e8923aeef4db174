//! title:     depth2d_ms_array: read takes coordinates, the slice and the sample; queries tell its sizes
//! verifies:  tex.depth2d_ms_array.read tex.depth2d_ms_array.query
//! requires:  msl 2.0, family apple7
//! for:       SAMPLES in 2 4
//! dispatch:  look(image, wide, narrow): threads 15 * 3 * SAMPLES, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image depth2d_ms_array<float>(depth32float)[5, 3, SAMPLES, 3] = values 0.25 0.5 0.75
//! out:       wide float[15 * 3 * SAMPLES]
//! out:       narrow float[15 * 3 * SAMPLES]
//! out:       sizes uint[3]
//! expect:    wide = cleared(image, 15 * SAMPLES)
//! expect:    narrow = cleared(image, 15 * SAMPLES)
//! expect:    sizes = values 5 3 3
//! mutant:    tex.depth2d_ms_array.read | replace `image.read(uint2(x, y), slice, sample)` with `image.read(uint2(x + 5, y), slice, sample)`
//! mutant:    tex.depth2d_ms_array.read | replace `image.read(ushort2(x, y), ushort(slice), ushort(sample))` with `image.read(ushort2(x, y + 3), ushort(slice), ushort(sample))`
//! mutant:    tex.depth2d_ms_array.read | replace `image.read(uint2(x, y), slice` with `image.read(uint2(x, y), (slice ^ 1) % 3`
//! mutant:    tex.depth2d_ms_array.query | replace `image.get_width()` with `image.get_height()`
//! mutant:    tex.depth2d_ms_array.query | replace `image.get_height()` with `image.get_width()`
//! mutant:    tex.depth2d_ms_array.query | replace `image.get_array_size()` with `image.get_width()`
//! note:      Render passes clear the texture, a layer each, so all samples of a layer are alike; what one sample has
//!            and another has not, only rendering could show.

#include <metal_stdlib>
using namespace metal;

kernel void look(depth2d_ms_array<float, access::read> image [[texture(0)]], device float *wide [[buffer(0)]],
                 device float *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint x = i % 5, y = i / 5 % 3, sample = i / 15 % SAMPLES, slice = i / (15 * SAMPLES);
    wide[i] = image.read(uint2(x, y), slice, sample);
    narrow[i] = image.read(ushort2(x, y), ushort(slice), ushort(sample));
}

kernel void ask(depth2d_ms_array<float, access::read> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_height();
    sizes[2] = image.get_array_size();
}
