//! title:     Linear light written to an sRGB format is encoded, within a code of the rule; alpha is not
//! verifies:  tex.srgb.write tex.srgb.write.precision tex.srgb.alpha
//! requires:  msl 1.2, family apple7
//! for:       (FORMAT, MOST) in (rgba8unorm_srgb, 255) (bgra8unorm_srgb, 255) (r8unorm_srgb, 255) (rg8unorm_srgb, 255)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.srgb.write | replace `image.write` with `colour *= colour; image.write`
//! mutant:    tex.srgb.write.precision | replace `image.write` with `colour *= 1.05f; image.write`
//! mutant:    tex.srgb.alpha | replace `image.write` with `colour.a = sqrt(colour.a); image.write` |
//!            for FORMAT=rgba8unorm_srgb FORMAT=bgra8unorm_srgb
//! note:      Less than 1 is between a code and the rule's value before it is rounded: both its neighbours are right.

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
