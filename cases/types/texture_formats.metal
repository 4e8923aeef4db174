//! title:     A texture's format converts to the component type: signed, unsigned, normalised and floating ones
//! verifies:  texture.format.signed_int texture.format.unsigned_int texture.format.half texture.format.float
//!            texture.component_types
//! for:       (T, FORMAT, GENERATOR, EXPECTED) in (int, r8sint, bits, converted) (short, r8sint, bits, converted) (int,
//!            r16sint, bits, converted) (int, r32sint, bits, converted) (short, r16sint, bits, converted) (uint,
//!            r8uint, bits, converted) (ushort, r16uint, bits, converted) (uint, r32uint, bits, converted) (float,
//!            r32float, random, converted) (float, r16float, random, converted) (half, r16float, random, converted)
//!            (float, r8unorm, bits, normalized) (half, r8unorm, bits, normalized) (float, r8snorm, bits, normalized)
//! dispatch:  threads 64 x 4, threadgroup 16 x 4
//! in:        image texture2d<T>(FORMAT)[64, 4] = GENERATOR
//! out:       result T[256]
//! expect:    result = EXPECTED(image)
//! mutant:    texture.component_types | replace `image.read(at).x` with `image.read(at ^ 1).x`
//! mutant:    texture.format.signed_int | replace `image.read(at).x` with
//!            `(image.read(at).x & T(0x7f))` | for T=int T=short
//! mutant:    texture.format.unsigned_int | replace `image.read(at).x` with
//!            `T(char(image.read(at).x))` | for FORMAT=r8uint
//! mutant:    texture.format.half | replace `image.read(at).x` with `image.read(at).x * T(1.01)` | for T=half
//! mutant:    texture.format.float | replace `image.read(at).x` with `image.read(at).x * T(1.01)` | for T=float

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device T *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    result[at.x + 64 * at.y] = image.read(at).x;
}
