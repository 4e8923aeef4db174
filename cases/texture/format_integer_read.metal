//! title:     A code of an integer format reads as its number, extended by its sign or by zeros
//! verifies:  tex.int.read tex.default.unspecified_components
//! requires:  msl 1.2
//! for:       (T, FORMAT) in (int, r8sint) (int, rg8sint) (int, rgba8sint) (int, r16sint) (int, rg16sint)
//!            (int, rgba16sint) (int, r32sint) (int, rg32sint) (int, rgba32sint) (short, rgba16sint) (uint, r8uint)
//!            (uint, rg8uint) (uint, rgba8uint) (uint, r16uint) (uint, rg16uint) (uint, rgba16uint) (uint, r32uint)
//!            (uint, rg32uint) (uint, rgba32uint) (ushort, rgba16uint) (uint, rgb10a2uint)
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[256, 256] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.int.read | replace `image.read(at)` with `image.read(at) & T(0x7f)`
//! mutant:    tex.default.unspecified_components | replace `image.read(at)` with `vec<T, 4>(image.read(at).rg, 0, 0)` |
//!            for FORMAT=r8sint FORMAT=r16uint FORMAT=rg32sint

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    result[at.x + 256 * at.y] = image.read(at);
}
