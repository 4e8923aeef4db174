//! title:     Numbers of 11 and 10 bits read without loss, subnormals, INF and NaN too
//! verifies:  tex.f1110.layout tex.f1110.denorm tex.f1110.zero tex.f1110.nan tex.f1110.inf tex.f1110.normal
//!            tex.f1110.subnormal tex.f1110.read.lossless
//! requires:  msl 1.2
//! for:       T in float half
//! math:      safe
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(rg11b10float)[256, 256] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.f1110.layout | replace `= texel` with `= texel.zyxw`
//! mutant:    tex.f1110.denorm | replace `= texel` with `= select(texel, vec<T, 4>(0), texel < T(0x1p-14f))`
//! mutant:    tex.f1110.zero | replace `= texel` with `= select(texel, vec<T, 4>(0x1p-20f), texel == T(0))`
//! mutant:    tex.f1110.nan | replace `= texel` with `= select(texel, vec<T, 4>(INFINITY), isnan(texel))`
//! mutant:    tex.f1110.inf | replace `= texel` with `= select(texel, vec<T, 4>(65504), isinf(texel))`
//! mutant:    tex.f1110.normal | replace `= texel` with
//!            `= select(texel, texel * T(2), texel >= T(0x1p-14f) && texel < T(0x1p-13f))`
//! mutant:    tex.f1110.subnormal | replace `= texel` with
//!            `= select(texel, texel * T(2), texel < T(0x1p-14f))`
//! mutant:    tex.f1110.read.lossless | replace `= texel` with `= floor(texel * T(16)) / T(16)`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + 256 * at.y] = texel;
}
