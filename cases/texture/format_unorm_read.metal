//! title:     A code of a number of bits without sign reads as its part of the largest code, rounded correctly
//! verifies:  tex.unorm1.read tex.unorm2.read tex.unorm4.read tex.unorm5.read tex.unorm6.read tex.unorm8.read
//!            tex.unorm10.read tex.unorm16.read tex.unorm.read.range tex.unorm.exact.metal2
//! requires:  msl 2.0, family apple7
//! for:       T in float half; FORMAT in r8unorm rg8unorm rgba8unorm bgra8unorm a8unorm r16unorm rg16unorm rgba16unorm
//!            b5g6r5unorm a1bgr5unorm bgr5a1unorm abgr4unorm rgb10a2unorm bgr10a2unorm
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[256, 256] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.unorm1.read | replace `result[` with `texel.a *= T(0.99); result[` | for FORMAT=a1bgr5unorm
//!            FORMAT=bgr5a1unorm
//! mutant:    tex.unorm2.read | replace `result[` with `texel.a *= T(0.99); result[` | for FORMAT=rgb10a2unorm
//!            FORMAT=bgr10a2unorm
//! mutant:    tex.unorm4.read | replace `result[` with `texel.r *= T(0.99); result[` | for FORMAT=abgr4unorm
//! mutant:    tex.unorm5.read | replace `result[` with `texel.b *= T(0.99); result[` | for FORMAT=b5g6r5unorm
//!            FORMAT=a1bgr5unorm FORMAT=bgr5a1unorm
//! mutant:    tex.unorm6.read | replace `result[` with `texel.g *= T(0.99); result[` | for FORMAT=b5g6r5unorm
//! mutant:    tex.unorm8.read | replace `result[` with `texel *= T(0.99); result[` | for FORMAT=r8unorm
//!            FORMAT=rg8unorm FORMAT=rgba8unorm FORMAT=bgra8unorm FORMAT=a8unorm
//! mutant:    tex.unorm10.read | replace `result[` with `texel.g *= T(0.99); result[` | for FORMAT=rgb10a2unorm
//!            FORMAT=bgr10a2unorm
//! mutant:    tex.unorm16.read | replace `result[` with `texel *= T(0.99); result[` | for FORMAT=r16unorm
//!            FORMAT=rg16unorm FORMAT=rgba16unorm
//! mutant:    tex.unorm.read.range | replace `= texel` with `= texel * T(1.01)`
//! mutant:    tex.unorm.exact.metal2 | replace `= texel` with `= texel * T(1.0000002f)` | for T=float
//! note:      Read as half, a code of 16 bits may be rounded twice: it is held to 1.5 ulp alone.

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    vec<T, 4> texel = image.read(at);
    result[at.x + 256 * at.y] = texel;
}
