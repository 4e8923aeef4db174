//! title:     depth2d_ms: read takes coordinates and the sample; queries tell its sizes
//! verifies:  tex.depth2d_ms.read tex.depth2d_ms.query
//! requires:  msl 2.0, family apple7
//! for:       SAMPLES in 2 4
//! dispatch:  look(image, wide, narrow): threads 15 * 1 * SAMPLES, threadgroup 32
//! dispatch:  ask(image, sizes): threads 1, threadgroup 1
//! in:        image depth2d_ms<float>(depth32float)[5, 3, SAMPLES] = values 0.25
//! out:       wide float[15 * 1 * SAMPLES]
//! out:       narrow float[15 * 1 * SAMPLES]
//! out:       sizes uint[3]
//! expect:    wide = cleared(image, 15 * SAMPLES)
//! expect:    narrow = cleared(image, 15 * SAMPLES)
//! expect:    sizes = values 5 3 SAMPLES
//! mutant:    tex.depth2d_ms.read | replace `image.read(uint2(x, y), sample)` with `image.read(uint2(x + 5, y), sample)`
//! mutant:    tex.depth2d_ms.read | replace `image.read(ushort2(x, y), ushort(sample))` with `image.read(ushort2(x, y + 3), ushort(sample))`
//! mutant:    tex.depth2d_ms.query | replace `image.get_width()` with `image.get_height()`
//! mutant:    tex.depth2d_ms.query | replace `image.get_height()` with `image.get_width()`
//! mutant:    tex.depth2d_ms.query | replace `image.get_num_samples()` with `image.get_width()`
//! note:      Render passes clear the texture, a layer each, so all samples of a layer are alike; what one sample has
//!            and another has not, only rendering could show.

#include <metal_stdlib>
using namespace metal;

kernel void look(depth2d_ms<float, access::read> image [[texture(0)]], device float *wide [[buffer(0)]],
                 device float *narrow [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint x = i % 5, y = i / 5 % 3, sample = i / 15 % SAMPLES;
    wide[i] = image.read(uint2(x, y), sample);
    narrow[i] = image.read(ushort2(x, y), ushort(sample));
}

kernel void ask(depth2d_ms<float, access::read> image [[texture(0)]], device uint *sizes [[buffer(0)]])
{
    sizes[0] = image.get_width();
    sizes[1] = image.get_height();
    sizes[2] = image.get_num_samples();
}
