//! title:     process_image inverts a texture without a bounds check: threads outside it have no effect
//! verifies:  k.process_image err.d.image.nobounds tex.t2d.read tex.t2d.write tex.oob.write_ignored
//! for:       FORMAT in rgba8unorm rgba32float
//! subcases:  (WIDTH, HEIGHT) in (1, 1) (16, 16) (17, 9) (64, 64)
//! dispatch:  groups ceil_div(WIDTH, 8) x ceil_div(HEIGHT, 8), threadgroup 8 x 8
//! in:        source texture2d<float>(FORMAT)[WIDTH, HEIGHT] = pixels
//! out:       result texture2d<float>(FORMAT)[WIDTH, HEIGHT]
//! expect:    result = inverted(source)
//! mutant:    tex.t2d.read | replace `source.read(position)` with `source.read(position.yx)` | for WIDTH=64
//! mutant:    tex.t2d.write | replace `pixel.a), position)` with `pixel.a), position.yx)` | for WIDTH=17
//! mutant:    tex.oob.write_ignored | replace `pixel.a), position)` with `pixel.a), position % 9)` | for WIDTH=17
//! mutant:    k.process_image | replace `float4(1.0 - pixel.rgb, pixel.a)` with `1.0 - pixel`
//! mutant:    err.d.image.nobounds | replace `pixel.a), position)` with `pixel.a), min(position, uint2(16, 8)))` | for
//!            WIDTH=17

#include <metal_stdlib>
using namespace metal;

kernel void process_image(texture2d<float, access::read> source [[texture(0)]],
                          texture2d<float, access::write> result [[texture(1)]],
                          uint2 position [[thread_position_in_grid]])
{
    const float4 pixel = source.read(position);
    result.write(float4(1.0 - pixel.rgb, pixel.a), position);
}
