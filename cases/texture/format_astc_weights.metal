//! title:     Blocks of ASTC whose texels lie between colours, of one to four partitions and two planes, in every size
//! verifies:  tex.astc.read
//! requires:  msl 2.0, family apple6
//! subcases:  (FORMAT, W, H) in
//!            (astc_4x4_ldr, 4, 4) (astc_4x4_srgb, 4, 4) (astc_4x4_hdr, 4, 4) (astc_5x4_ldr, 5, 4) (astc_5x4_srgb, 5,
//!            4) (astc_5x4_hdr, 5, 4) (astc_5x5_ldr, 5, 5) (astc_5x5_srgb, 5, 5) (astc_5x5_hdr, 5, 5) (astc_6x5_ldr,
//!            6, 5) (astc_6x5_srgb, 6, 5) (astc_6x5_hdr, 6, 5) (astc_6x6_ldr, 6, 6) (astc_6x6_srgb, 6, 6)
//!            (astc_6x6_hdr, 6, 6) (astc_8x5_ldr, 8, 5) (astc_8x5_srgb, 8, 5) (astc_8x5_hdr, 8, 5) (astc_8x6_ldr, 8,
//!            6) (astc_8x6_srgb, 8, 6) (astc_8x6_hdr, 8, 6) (astc_8x8_ldr, 8, 8) (astc_8x8_srgb, 8, 8) (astc_8x8_hdr,
//!            8, 8) (astc_10x5_ldr, 10, 5) (astc_10x5_srgb, 10, 5) (astc_10x5_hdr, 10, 5) (astc_10x6_ldr, 10, 6)
//!            (astc_10x6_srgb, 10, 6) (astc_10x6_hdr, 10, 6) (astc_10x8_ldr, 10, 8) (astc_10x8_srgb, 10, 8)
//!            (astc_10x8_hdr, 10, 8) (astc_10x10_ldr, 10, 10) (astc_10x10_srgb, 10, 10) (astc_10x10_hdr, 10, 10)
//!            (astc_12x10_ldr, 12, 10) (astc_12x10_srgb, 12, 10) (astc_12x10_hdr, 12, 10) (astc_12x12_ldr, 12, 12)
//!            (astc_12x12_srgb, 12, 12) (astc_12x12_hdr, 12, 12)
//! dispatch:  threads 8 * W x 4 * H, threadgroup 8 x 4
//! in:        image texture2d<float>(FORMAT)[8 * W, 4 * H] = astc_blocks(0, 2, W, H)
//! out:       result float4[threads]
//! expect:    result = decompressed(image)
//! mutant:    tex.astc.read | replace `image.read(at)` with `image.read(at ^ 1)`
//! mutant:    tex.astc.read | replace `image.read(at)` with `image.read(at + uint2(0, 1))`
//! note:      The text names no precision; a number may be cut to 8 bits, or to half. Colours of high dynamic range between
//!            which texels lie are not judged.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<float> image [[texture(0)]], device float4 *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    result[at.x + size.x * at.y] = image.read(at);
}
