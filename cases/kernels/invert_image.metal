//! title:     invert_image inverts three components within the size of its source and keeps alpha
//! verifies:  k.invert_image tex.t2d.query tex.unorm.roundtrip
//! for:       FORMAT in rgba8unorm rgba32float
//! subcases:  (WIDTH, HEIGHT, SMALLER) in (1, 1, 0) (31, 33, 0) (33, 31, 5) (256, 4, 0) (640, 360, 0)
//! dispatch:  groups ceil_div(WIDTH, 32) x ceil_div(HEIGHT, 8), threadgroup 32 x 8
//! in:        source texture2d<float>(FORMAT)[WIDTH, HEIGHT] = pixels
//! out:       result texture2d<float>(FORMAT)[WIDTH - SMALLER, HEIGHT - SMALLER]
//! expect:    result = inverted(source)
//! mutant:    k.invert_image | replace `float4(1.0 - pixel.rgb, pixel.a)` with `1.0 - pixel`
//! mutant:    k.invert_image | replace `pixel.a)` with `pixel.a * 0.5)`
//! mutant:    tex.t2d.query | replace `position.x >= source.get_width()` with `position.x >= source.get_height()`
//!            | for WIDTH=640
//! mutant:    tex.unorm.roundtrip | replace `pixel.a)` with `floor(pixel.a * 127.0f) / 127.0f)` | for
//!            FORMAT=rgba8unorm

#include <metal_stdlib>
using namespace metal;

kernel void invert_image(texture2d<float, access::read> source [[texture(0)]],
                         texture2d<float, access::write> result [[texture(1)]],
                         uint2 position [[thread_position_in_grid]])
{
    if (position.x >= source.get_width() || position.y >= source.get_height())
        return;
    const float4 pixel = source.read(position);
    result.write(float4(1.0 - pixel.rgb, pixel.a), position);
}
