//! title:     A code of an sRGB format reads as linear light, and encoded again ends within half a code; alpha is linear
//! verifies:  tex.srgb.read tex.srgb.read.precision tex.srgb.alpha
//! requires:  msl 1.2, family apple7
//! for:       (T, FORMAT) in (float, rgba8unorm_srgb) (half, rgba8unorm_srgb) (float, bgra8unorm_srgb)
//!            (float, r8unorm_srgb) (half, r8unorm_srgb) (float, rg8unorm_srgb)
//! dispatch:  threads 16 x 16, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[16, 16] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.srgb.read | replace `= texel` with `= sqrt(texel)`
//! mutant:    tex.srgb.read.precision | replace `= texel` with `= texel * T(1.02)`
//! mutant:    tex.srgb.alpha | replace `= texel` with `= vec<T, 4>(texel.rgb, texel.a * texel.a)` |
//!            for FORMAT=rgba8unorm_srgb FORMAT=bgra8unorm_srgb

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + 16 * at.y] = texel;
}
