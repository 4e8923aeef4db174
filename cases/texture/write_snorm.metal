//! title:     A number written to N bits with sign becomes the nearest code, never the lowest; NaN becomes 0
//! verifies:  tex.snorm8.write tex.snorm16.write tex.norm.write.nan
//! requires:  msl 1.2
//! for:       (FORMAT, MOST) in (r8snorm, 127) (rg8snorm, 127) (rgba8snorm, 127) (r16snorm, 32767) (rg16snorm, 32767)
//!            (rgba16snorm, 32767)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.snorm8.write | replace `image.write` with `colour += 0.002f; image.write` |
//!            for FORMAT=r8snorm FORMAT=rg8snorm FORMAT=rgba8snorm
//! mutant:    tex.snorm16.write | replace `image.write` with `colour += 8e-6f; image.write` |
//!            for FORMAT=r16snorm FORMAT=rg16snorm FORMAT=rgba16snorm
//! mutant:    tex.norm.write.nan | replace `image.write` with `colour = select(colour, 1.0f, isnan(colour)); image.write`

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
