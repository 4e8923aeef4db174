//! title:     What a kernel writes through a view is in the texture, and nothing else of it changes
//! verifies:  view.shared
//! for:       (T, FORMAT) in (float, rgba32float) (uint, rgba8uint)
//! dispatch:  put(part): threads 4, threadgroup 4
//! dispatch:  look(image, result): threads 30, threadgroup 30
//! inout:     image texture2d_array<T>(FORMAT)[4, 2, 3, 2] = zeros
//! in:        part texture2d_array<T> = view of image, levels 1 1, slices 1 2
//! out:       result uint[30]
//! expect:    result = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 4
//! mutant:    view.shared | replace `T(i + 1)` with `T(i)`
//! mutant:    view.shared | replace `uint2(i & 1, 0), i >> 1)` with `uint2(i >> 1, 0), i & 1)`

#include <metal_stdlib>
using namespace metal;

kernel void put(texture2d_array<T, access::write> part [[texture(0)]], uint i [[thread_position_in_grid]])
{
    part.write(vec<T, 4>(T(i + 1)), uint2(i & 1, 0), i >> 1);
}

kernel void look(texture2d_array<T> image [[texture(0)]], device uint *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    const uint level = i < 24 ? 0 : 1, at = i < 24 ? i : i - 24;
    const uint w = 4 >> level, h = 2 >> level;
    result[i] = uint(image.read(uint2(at % w, at / w % h), at / (w * h), level).x);
}
