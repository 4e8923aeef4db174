//! title:     Codes of extended range read as numbers from -0.75 to 1.25, an alpha as one from 0 to 1
//! verifies:  tex.xr.read tex.xr.alpha
//! requires:  msl 2.0, family apple3
//! for:       T in float half; FORMAT in bgr10_xr bgra10_xr bgr10_xr_srgb bgra10_xr_srgb
//! dispatch:  threads 32 x 32, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[32, 32] = xr_codes
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.xr.read | replace `result[` with `texel.rgb *= T(1.01); result[`
//! mutant:    tex.xr.alpha | replace `result[` with `texel.a = T(2) * texel.a; result[` | for FORMAT=bgra10_xr
//!            FORMAT=bgra10_xr_srgb
//! note:      The text does not have these formats; their meaning is that of Apple's documentation of MTLPixelFormat.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + size.x * at.y] = texel;
}
