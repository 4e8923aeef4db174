//! title:     A view of levels 1 and 2 has these two alone
//! verifies:  view.levels
//! for:       (T, FORMAT) in (float, rgba32float) (uint, rgba8uint) (half, rgba16float)
//! dispatch:  look(part, result, sizes): threads 10, threadgroup 10
//! in:        image texture2d<T>(FORMAT)[8, 4, 4] = iota
//! in:        part texture2d<T> = view of image, levels 1 2
//! in:        wanted vec<T, 4>[10] = iota(128)
//! out:       result vec<T, 4>[10]
//! out:       sizes uint[3]
//! expect:    result = same wanted
//! expect:    sizes = values 4 2 2
//! mutant:    view.levels | replace `part.read(uint2(x, y), level)` with `part.read(uint2(x, y) / 2, level ^ 1)`
//! mutant:    view.levels | replace `part.get_num_mip_levels()` with `part.get_num_mip_levels() + 2`
//! mutant:    view.levels | replace `part.get_width()` with `part.get_width(1)`

#include <metal_stdlib>
using namespace metal;

kernel void look(texture2d<T> part [[texture(0)]], device vec<T, 4> *result [[buffer(0)]],
                 device uint *sizes [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    const uint level = i < 8 ? 0 : 1, at = i < 8 ? i : i - 8;
    const uint width = part.get_width(level);
    const uint x = at % width, y = at / width;
    result[i] = part.read(uint2(x, y), level);
    if (i != 0)
        return;
    sizes[0] = part.get_width();
    sizes[1] = part.get_height();
    sizes[2] = part.get_num_mip_levels();
}
