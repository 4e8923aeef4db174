//! title:     Blocks of ASTC, of one colour or of two of which each texel has one, in every size
//! verifies:  tex.astc.read
//! requires:  msl 2.0, family apple6
//! for:       (FORMAT, W, H, FLOATS, TWO) in (astc_4x4_ldr, 4, 4, 0, 1) (astc_4x4_srgb, 4, 4, 0, 1)
//!            (astc_4x4_hdr, 4, 4, 1, 1) (astc_5x4_ldr, 5, 4, 0, 0) (astc_5x4_srgb, 5, 4, 0, 0)
//!            (astc_5x4_hdr, 5, 4, 1, 0) (astc_5x5_ldr, 5, 5, 0, 0) (astc_5x5_srgb, 5, 5, 0, 0)
//!            (astc_5x5_hdr, 5, 5, 1, 0) (astc_6x5_ldr, 6, 5, 0, 0) (astc_6x5_srgb, 6, 5, 0, 0)
//!            (astc_6x5_hdr, 6, 5, 1, 0) (astc_6x6_ldr, 6, 6, 0, 0) (astc_6x6_srgb, 6, 6, 0, 0)
//!            (astc_6x6_hdr, 6, 6, 1, 0) (astc_8x5_ldr, 8, 5, 0, 0) (astc_8x5_srgb, 8, 5, 0, 0)
//!            (astc_8x5_hdr, 8, 5, 1, 0) (astc_8x6_ldr, 8, 6, 0, 0) (astc_8x6_srgb, 8, 6, 0, 0)
//!            (astc_8x6_hdr, 8, 6, 1, 0) (astc_8x8_ldr, 8, 8, 0, 0) (astc_8x8_srgb, 8, 8, 0, 0)
//!            (astc_8x8_hdr, 8, 8, 1, 0) (astc_10x5_ldr, 10, 5, 0, 0) (astc_10x5_srgb, 10, 5, 0, 0)
//!            (astc_10x5_hdr, 10, 5, 1, 0) (astc_10x6_ldr, 10, 6, 0, 0) (astc_10x6_srgb, 10, 6, 0, 0)
//!            (astc_10x6_hdr, 10, 6, 1, 0) (astc_10x8_ldr, 10, 8, 0, 0) (astc_10x8_srgb, 10, 8, 0, 0)
//!            (astc_10x8_hdr, 10, 8, 1, 0) (astc_10x10_ldr, 10, 10, 0, 0) (astc_10x10_srgb, 10, 10, 0, 0)
//!            (astc_10x10_hdr, 10, 10, 1, 0) (astc_12x10_ldr, 12, 10, 0, 0) (astc_12x10_srgb, 12, 10, 0, 0)
//!            (astc_12x10_hdr, 12, 10, 1, 0) (astc_12x12_ldr, 12, 12, 0, 0) (astc_12x12_srgb, 12, 12, 0, 0)
//!            (astc_12x12_hdr, 12, 12, 1, 0)
//! dispatch:  threads 3 * W - 1 x 3 * H - 2, threadgroup 8 x 8
//! in:        image texture2d<float>(FORMAT)[3 * W - 1, 3 * H - 2] = astc_blocks(FLOATS, TWO)
//! out:       result float4[threads]
//! expect:    result = decompressed(image)
//! mutant:    tex.astc.read | replace `image.read(at)` with `image.read(at + uint2(12, 0))`
//! mutant:    tex.astc.read | replace `image.read(at)` with `image.read(at + uint2(0, 12))`
//! mutant:    tex.astc.read | replace `image.read(at)` with `image.read(at ^ 1)` | for TWO=1
//! note:      The text names no precision; a number may be cut to 8 bits, or to half. Blocks
//!            whose texels lie between colours have a case of their own.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<float, access::read> image [[texture(0)]], device float4 *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    float4 texel = image.read(at);
    result[at.x + size.x * at.y] = texel;
}
