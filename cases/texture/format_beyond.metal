//! title:     Beyond the image a read gives zeros, and 1 for an alpha that the format lacks; a write does nothing
//! verifies:  tex.read.oob tex.write.oob tex.oob.read_specified_zero tex.oob.read_unspecified_default
//!            tex.oob.alpha_integer tex.oob.alpha_float
//! requires:  msl 1.2
//! for:       (T, FORMAT, ALPHA) in (float, r8unorm, 1) (float, rg16float, 1) (float, rgba8unorm, 0) (half, rgba16float, 0)
//!            (int, r32sint, 1) (int, rgba8sint, 0) (uint, rg16uint, 1) (uint, rgb10a2uint, 0) (float, bgra8unorm, 0)
//!            (float, rg11b10float, 1)
//! dispatch:  threads 4, threadgroup 4
//! in:        places uint2[4] = values 3 0 0 2 65536 1 2147483648 2147483648
//! in:        image texture2d<T>(FORMAT)[3, 2] = ones
//! inout:     target texture2d<T>(FORMAT)[3, 2] = ones
//! out:       result vec<T, 4>[4]
//! expect:    result = values 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA
//! expect:    target = same image
//! mutant:    tex.read.oob | replace `image.read(places[i])` with `image.read(places[i] % 2)`
//! mutant:    tex.oob.read_specified_zero | replace `image.read(places[i])` with
//!            `max(image.read(places[i]), vec<T, 4>(0, 0, 0, 1))` | for ALPHA=0
//! mutant:    tex.oob.read_unspecified_default | replace `image.read(places[i])` with
//!            `min(image.read(places[i]), vec<T, 4>(0))` | for ALPHA=1
//! mutant:    tex.oob.alpha_integer | replace `image.read(places[i])` with
//!            `image.read(places[i]) * vec<T, 4>(1, 1, 1, 2)` | for FORMAT=r32sint FORMAT=rg16uint
//! mutant:    tex.oob.alpha_float | replace `image.read(places[i])` with
//!            `image.read(places[i]) * vec<T, 4>(1, 1, 1, 0.5f)` | for FORMAT=r8unorm FORMAT=rg16float FORMAT=rg11b10float
//! mutant:    tex.write.oob | replace `target.write(vec<T, 4>(0), places[i])` with `target.write(vec<T, 4>(0), places[i] % 2)`

#include <metal_stdlib>
using namespace metal;

kernel void beyond(texture2d<T, access::read> image [[texture(0)]], texture2d<T, access::write> target [[texture(1)]],
                   device const uint2 *places [[buffer(0)]], device vec<T, 4> *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = image.read(places[i]);
    target.write(vec<T, 4>(0), places[i]);
}
