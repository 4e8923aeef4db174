//! title:     A number written to bits without sign becomes the nearest code, ties to even, within the codes; NaN becomes 0
//! verifies:  tex.unorm1.write tex.unorm2.write tex.unorm4.write tex.unorm5.write tex.unorm6.write tex.unorm8.write
//!            tex.unorm10.write tex.unorm16.write tex.norm.write.nan
//! requires:  msl 1.2, family apple7
//! for:       (FORMAT, MOST) in (r8unorm, 255) (rg8unorm, 255) (rgba8unorm, 255) (bgra8unorm, 255) (a8unorm, 255)
//!            (r16unorm, 65535) (rg16unorm, 65535) (rgba16unorm, 65535) (b5g6r5unorm, 31) (a1bgr5unorm, 31)
//!            (bgr5a1unorm, 31) (abgr4unorm, 15) (rgb10a2unorm, 1023) (bgr10a2unorm, 1023) (b5g6r5unorm, 63)
//!            (a1bgr5unorm, 1) (rgb10a2unorm, 3)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.unorm1.write | replace `image.write` with `colour.a += 0.25f; image.write` | for FORMAT=a1bgr5unorm
//!            FORMAT=bgr5a1unorm
//! mutant:    tex.unorm2.write | replace `image.write` with `colour.a += 0.0833f; image.write` | for
//!            FORMAT=rgb10a2unorm FORMAT=bgr10a2unorm
//! mutant:    tex.unorm4.write | replace `image.write` with `colour.r += 0.0167f; image.write` | for
//!            FORMAT=abgr4unorm
//! mutant:    tex.unorm5.write | replace `image.write` with `colour.b += 0.00806f; image.write` | for
//!            FORMAT=b5g6r5unorm FORMAT=a1bgr5unorm FORMAT=bgr5a1unorm
//! mutant:    tex.unorm6.write | replace `image.write` with `colour.g += 0.00397f; image.write` | for
//!            FORMAT=b5g6r5unorm
//! mutant:    tex.unorm8.write | replace `image.write` with `colour += 0.00098f; image.write` | for FORMAT=r8unorm
//!            FORMAT=rg8unorm FORMAT=rgba8unorm FORMAT=bgra8unorm FORMAT=a8unorm
//! mutant:    tex.unorm10.write | replace `image.write` with `colour.g += 0.000244f; image.write` | for
//!            FORMAT=rgb10a2unorm FORMAT=bgr10a2unorm
//! mutant:    tex.unorm16.write | replace `image.write` with `colour += 3.81e-06f; image.write` | for FORMAT=r16unorm
//!            FORMAT=rg16unorm FORMAT=rgba16unorm
//! mutant:    tex.norm.write.nan | replace `image.write` with `colour = select(colour, 1.0f, isnan(colour));
//!            image.write`
//! note:      The product with the largest code may be rounded to float before it is rounded to a code.

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
