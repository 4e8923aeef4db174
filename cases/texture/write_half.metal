//! title:     A number written as half is rounded and stays subnormal; INF stays, NaN becomes NaN or zero
//! verifies:  tex.half.write tex.half.write.denorm tex.half.write.nan tex.half.write.inf
//! requires:  msl 1.2
//! for:       (FORMAT, MOST) in (r16float, 2048) (rg16float, 2048) (rgba16float, 2048)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.half.write | replace `image.write` with `colour *= 1.002f; image.write`
//! mutant:    tex.half.write.denorm | replace `image.write` with
//!            `colour = select(colour, 0.0f, fabs(colour) < 0x1p-14f); image.write`
//! mutant:    tex.half.write.nan | replace `image.write` with `colour = select(colour, 1.0f, isnan(colour)); image.write`
//! mutant:    tex.half.write.inf | replace `image.write` with `colour = clamp(colour, -65504.0f, 65504.0f); image.write`
//! note:      Whether a write rounds to nearest even or toward zero is for an option to say (1.6); without it, either does.

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
