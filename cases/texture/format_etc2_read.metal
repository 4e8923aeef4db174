//! title:     Blocks of ETC2 and EAC are the texels that their definitions say
//! verifies:  tex.etc2.read
//! requires:  msl 2.0, family apple4
//! for:       T in float half; FORMAT in etc2_rgb8 etc2_rgb8_srgb etc2_rgb8a1 etc2_rgb8a1_srgb eac_rgba8 eac_rgba8_srgb
//!            eac_r11unorm eac_r11snorm eac_rg11unorm eac_rg11snorm
//! dispatch:  threads 62 x 38, threadgroup 31 x 19
//! in:        image texture2d<T>(FORMAT)[62, 38] = bits
//! out:       result vec<T, 4>[threads]
//! expect:    result = decompressed(image)
//! mutant:    tex.etc2.read | replace `image.read(at)` with `image.read(at ^ 1)`
//! mutant:    tex.etc2.read | replace `image.read(at)` with `image.read(at ^ 4)`
//! mutant:    tex.etc2.read | replace `result[` with `texel.r += abs(texel.r) * T(0.01) + T(0.01); result[`
//! note:      The formats are defined in whole codes. One of 11 bits may be widened by repeating it before it becomes
//!            a number.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + size.x * at.y] = texel;
}
