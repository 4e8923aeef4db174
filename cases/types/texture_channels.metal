//! title:     A format has its channels in the order of its name; absent ones read as 0, an absent alpha as 1
//! verifies:  texture.format.signed_int texture.format.unsigned_int texture.format.half texture.format.float
//! requires:  msl 1.2
//! for:       (T, FORMAT, FIRST, STEP, R, G, B, A) in (int, r8sint, -7, 3, -7, 0, 0, 1) (int, rg8sint, -7, 3, -7, -4, 0, 1)
//!            (int, rgba8sint, -7, 3, -7, -4, -1, 2) (short, r16sint, -7, 3, -7, 0, 0, 1)
//!            (short, rg16sint, -7, 3, -7, -4, 0, 1) (int, rgba16sint, -7, 3, -7, -4, -1, 2)
//!            (int, r32sint, -7, 3, -7, 0, 0, 1) (int, rg32sint, -7, 3, -7, -4, 0, 1)
//!            (int, rgba32sint, -7, 3, -7, -4, -1, 2) (uint, r8uint, 250, 1, 250, 0, 0, 1)
//!            (ushort, rg8uint, 250, 1, 250, 251, 0, 1) (uint, rgba8uint, 250, 1, 250, 251, 252, 253)
//!            (ushort, r16uint, 65530, 1, 65530, 0, 0, 1) (uint, rg16uint, 65530, 1, 65530, 65531, 0, 1)
//!            (ushort, rgba16uint, 65530, 1, 65530, 65531, 65532, 65533) (uint, r32uint, 7, 3, 7, 0, 0, 1)
//!            (uint, rg32uint, 7, 3, 7, 10, 0, 1) (uint, rgba32uint, 7, 3, 7, 10, 13, 16)
//!            (half, r16float, 2, 1, 2, 0, 0, 1) (float, rg16float, 2, 1, 2, 3, 0, 1) (half, rgba16float, 2, 1, 2, 3, 4, 5)
//!            (float, r32float, 2, 1, 2, 0, 0, 1) (half, rg32float, 2, 1, 2, 3, 0, 1) (float, rgba32float, 2, 1, 2, 3, 4, 5)
//!            (float, r8unorm, 255, -255, 1, 0, 0, 1) (half, rg8unorm, 0, 255, 0, 1, 0, 1) (float, rg8snorm, 127, -254, 1, -1, 0, 1)
//!            (float, r16unorm, 65535, -65535, 1, 0, 0, 1) (float, rg16unorm, 0, 65535, 0, 1, 0, 1)
//!            (float, rg16snorm, 32767, -65534, 1, -1, 0, 1)
//! dispatch:  threads 1 x 1, threadgroup 1 x 1
//! in:        image texture2d<T>(FORMAT)[1, 1] = iota(FIRST, STEP)
//! out:       result vec<T, 4>[1]
//! out:       copy texture2d<T>(FORMAT)[1, 1]
//! expect:    result = values R G B A
//! expect:    copy = same image
//! mutant:    texture.format.signed_int | replace `result[0] = image.read(at)` with `result[0] = abs(image.read(at))` |
//!            for T=int T=short
//! mutant:    texture.format.unsigned_int | replace `result[0] = image.read(at)` with `result[0] = image.read(at).wyzx` |
//!            for T=uint T=ushort
//! mutant:    texture.format.half | replace `result[0] = image.read(at)` with `result[0] = image.read(at).yxzw` | for T=half
//! mutant:    texture.format.float | replace `copy.write(image.read(at), at)` with `copy.write(image.read(at) * T(0.5), at)` |
//!            for T=float

#include <metal_stdlib>
using namespace metal;

kernel void copy_pixel(texture2d<T, access::read> image [[texture(0)]], texture2d<T, access::write> copy [[texture(1)]],
                       device vec<T, 4> *result [[buffer(0)]], uint2 at [[thread_position_in_grid]])
{
    result[0] = image.read(at);
    copy.write(image.read(at), at);
}
