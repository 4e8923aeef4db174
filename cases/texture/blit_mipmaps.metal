//! title:     generateMipmapsForTexture: makes the other levels from the first
//! verifies:  blit.mipmaps
//! for:       (T, FORMAT) in (float, rgba8unorm) (half, rgba16float)
//! dispatch:  put(image): threads 4 x 4, threadgroup 4 x 4
//! blit:      generate_mipmaps image
//! dispatch:  look(image, result): threads 21, threadgroup 21
//! in:        colour vec<T, 4>[1] = values 1 0 1 1
//! inout:     image texture2d<T>(FORMAT)[4, 4, 3] = zeros
//! out:       result vec<T, 4>[21]
//! expect:    result = repeated(colour)
//! mutant:    blit.mipmaps | replace `vec<T, 4>(1, 0, 1, 1)` with `vec<T, 4>(1, 0, 1, at.x == 3 && at.y == 3 ? 0 : 1)`
//! mutant:    blit.mipmaps | replace `image.read(at, level)` with `level ? 1 - image.read(at, level) : image.read(at, level)`
//! note:      The filter is the device's: a texture of one colour has that colour on every level by any filter.

#include <metal_stdlib>
using namespace metal;

kernel void put(texture2d<T, access::write> image [[texture(0)]], uint2 at [[thread_position_in_grid]])
{
    image.write(vec<T, 4>(1, 0, 1, 1), at);
}

kernel void look(texture2d<T> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint level = i < 16 ? 0 : i < 20 ? 1 : 2, width = 4 >> level;
    const uint first = i < 16 ? 0 : i < 20 ? 16 : 20;
    const uint2 at((i - first) % width, (i - first) / width);
    result[i] = image.read(at, level);
}
