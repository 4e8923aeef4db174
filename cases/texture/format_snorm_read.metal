//! title:     A code of N bits with sign reads as its part of the largest; the two lowest codes both read as -1
//! verifies:  tex.snorm8.read tex.snorm16.read tex.snorm.read.range tex.norm.read.bound
//! requires:  msl 1.2
//! for:       T in float half; FORMAT in r8snorm rg8snorm rgba8snorm r16snorm rg16snorm rgba16snorm
//! dispatch:  threads 256 x 256, threadgroup 16 x 16
//! in:        image texture2d<T>(FORMAT)[256, 256] = codes_in_turn
//! out:       result vec<T, 4>[threads]
//! expect:    result = texels(image)
//! mutant:    tex.snorm8.read | replace `image.read(at)` with `fabs(image.read(at))` |
//!            for FORMAT=r8snorm FORMAT=rg8snorm FORMAT=rgba8snorm
//! mutant:    tex.snorm16.read | replace `image.read(at)` with `fabs(image.read(at))` |
//!            for FORMAT=r16snorm FORMAT=rg16snorm FORMAT=rgba16snorm
//! mutant:    tex.snorm.read.range | replace `image.read(at)` with `image.read(at) * T(1.01f)`
//! mutant:    tex.norm.read.bound | replace `image.read(at)` with `image.read(at) * (1 + 4 * numeric_limits<T>::epsilon())`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<T, access::read> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint2 at [[thread_position_in_grid]])
{
    result[at.x + 256 * at.y] = image.read(at);
}
