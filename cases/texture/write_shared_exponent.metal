//! title:     Three numbers written to the shared exponent are clamped, and rounded for the exponent of the largest
//! verifies:  tex.rgb9e5.clamp tex.rgb9e5.expp tex.rgb9e5.exps tex.rgb9e5.mantissa tex.rgb9e5.write
//! requires:  msl 1.2, family apple7
//! for:       (FORMAT, MOST) in (rgb9e5float, 511)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.rgb9e5.clamp | replace `image.write` with `colour = fabs(colour); image.write`
//! mutant:    tex.rgb9e5.expp | replace `image.write` with `colour *= 2.0f; image.write`
//! mutant:    tex.rgb9e5.exps | replace `image.write` with `float most = max3(colour.r, colour.g, colour.b);
//!            colour *= most > 0 && fract(log2(most)) > 0.9986f ? 0.998f : 1.0f; image.write`
//! mutant:    tex.rgb9e5.mantissa | replace `image.write` with `colour.g *= 1.003f; image.write`
//! mutant:    tex.rgb9e5.write | replace `image.write` with `colour.rgb = colour.bgr; image.write`

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
