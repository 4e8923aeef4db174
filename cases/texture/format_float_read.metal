//! title:     A number of a floating format reads as it is; a subnormal or NaN of 32 bits may read as zero
//! verifies:  tex.half.read tex.float.nan tex.float.inf tex.float.denorm tex.float.other
//! requires:  msl 1.2
//! for:       (T, FORMAT, CODES) in (float, r16float, codes_in_turn) (half, r16float, codes_in_turn)
//!            (float, rg16float, codes_in_turn) (float, rgba16float, codes_in_turn) (half, rgba16float, codes_in_turn)
//!            (float, r32float, special) (float, rg32float, special) (float, rgba32float, special)
//! math:      safe
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[256, 256] = CODES
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.half.read | replace `= texel` with `= texel * T(1.002)` | for CODES=codes_in_turn
//! mutant:    tex.float.nan | replace `= texel` with `= select(texel, vec<T, 4>(1), isnan(texel))` | for CODES=special
//! mutant:    tex.float.inf | replace `= texel` with `= select(texel, vec<T, 4>(65504), isinf(texel))` | for CODES=special
//! mutant:    tex.float.denorm | replace `= texel` with
//!            `= select(texel, vec<T, 4>(1), fabs(texel) < T(0x1p-126f) && texel != T(0))` | for CODES=special
//! mutant:    tex.float.other | replace `= texel` with `= texel * T(1.000001f)` | for CODES=special

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + 256 * at.y] = texel;
}
