//! title:     Blocks of BC1 to BC5 are the texels that their definitions say
//! verifies:  tex.bc.read
//! requires:  msl 2.0, family apple9
//! for:       T in float half; FORMAT in bc1_rgba bc1_rgba_srgb bc2_rgba bc2_rgba_srgb bc3_rgba bc3_rgba_srgb bc4_runorm
//!            bc4_rsnorm bc5_rgunorm bc5_rgsnorm
//! dispatch:  threads 30 x 18, threadgroup 15 x 9
//! in:        image texture2d<T>(FORMAT)[30, 18] = bits
//! out:       result vec<T, 4>[threads]
//! expect:    result = decompressed(image)
//! mutant:    tex.bc.read | replace `image.read(at)` with `image.read(at ^ 1)`
//! mutant:    tex.bc.read | replace `image.read(at)` with `image.read(at ^ 4)`
//! mutant:    tex.bc.read | replace `result[` with `texel.r += T(0.01); result[`
//! note:      The text names no precision. What lies between the two ends of a block may be a fraction or a code next
//!            to it, and ends of 5 or 6 bits may be such numbers, or 8 bits that repeat them.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + size.x * at.y] = texel;
}
