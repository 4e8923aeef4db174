//! title:     A number written as float stays what it is; a subnormal or NaN may become zero
//! verifies:  tex.float.nan tex.float.inf tex.float.denorm tex.float.other
//! requires:  msl 1.2
//! for:       FORMAT in r32float rg32float rgba32float
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = special
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.float.nan | replace `image.write` with `colour = select(colour, 1.0f, isnan(colour)); image.write`
//! mutant:    tex.float.inf | replace `image.write` with `colour = select(colour, 65504.0f, isinf(colour)); image.write`
//! mutant:    tex.float.denorm | replace `image.write` with
//!            `colour = select(colour, 1.0f, fabs(colour) < 0x1p-126f && colour != 0.0f); image.write`
//! mutant:    tex.float.other | replace `image.write` with `colour *= 1.000001f; image.write`

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
