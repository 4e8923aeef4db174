//! title:     adjust_brightness scales three components of every pixel, clamps, rounds to the nearest code and keeps
//!            alpha
//! verifies:  k.adjust_brightness err.a.brightness.truncate
//! requires:  feature nonuniform_threadgroups
//! subcases:  (WIDTH, HEIGHT, FACTOR) in (1, 1, 1.5) (7, 5, 1.1) (64, 64, 0) (64, 64, 0.5) (64, 64, 1) (64, 64, 1.1)
//!            (64, 64, 1.5) (64, 64, 2) (64, 64, -1) (641, 361, 1) (3840, 2160, 1.5)
//! dispatch:  threads WIDTH x HEIGHT, threadgroup 8 x 8
//! in:        pixels uchar4[WIDTH * HEIGHT] = random
//! out:       result uchar4[WIDTH * HEIGHT]
//! in:        factor float = FACTOR
//! in:        size uint2 = WIDTH, HEIGHT
//! expect:    result = adjust_brightness(pixels, factor)
//! mutant:    err.a.brightness.truncate | replace `rint(pixel * 255.0f)` with `pixel * 255.0f` | for FACTOR=1.1
//! mutant:    k.adjust_brightness | replace `pixel.rgb = clamp(pixel.rgb * factor`
//!            with `pixel = clamp(pixel * factor` | for FACTOR=1.1
//! mutant:    k.adjust_brightness | replace `position.y * size.x` with `position.y * (size.x - 1)` | for WIDTH=7
//! mutant:    k.adjust_brightness | replace `0.0f, 1.0f)` with `0.0f, 0.5f)` | for FACTOR=1.5
//! note:      The guide's kernel truncates, so a quotient c / 255 that fast division leaves one ulp low darkens code
//!            c, alpha included. Rounding to the nearest code leaves two codes open only where the exact value lies
//!            within the arithmetic's error of a tie.

#include <metal_stdlib>
using namespace metal;

kernel void adjust_brightness(device const uchar4 *pixels [[buffer(0)]], device uchar4 *result [[buffer(1)]],
                              constant float &factor [[buffer(2)]], constant uint2 &size [[buffer(3)]],
                              uint2 position [[thread_position_in_grid]])
{
    if (position.x >= size.x || position.y >= size.y)
        return;
    const uint i = position.y * size.x + position.x;
    float4 pixel = float4(pixels[i]) / 255.0f;
    pixel.rgb = clamp(pixel.rgb * factor, 0.0f, 1.0f);
    result[i] = uchar4(rint(pixel * 255.0f));
}
