//! title:     A level of a texture that is not square is at least one pixel wide, high and deep
//! verifies:  tex.t2d.query tex.t2d_array.query tex.t3d.query
//! requires:  msl 2.0
//! dispatch:  threads 6, threadgroup 6
//! in:        wide texture2d<float>(r32float)[37, 3, 6] = zeros
//! in:        high texture2d_array<float>(r32float)[2, 40, 2, 6] = zeros
//! in:        deep texture3d<float>(r32float)[5, 2, 34, 6] = zeros
//! out:       of_wide uint2[6]
//! out:       of_high uint2[6]
//! out:       of_deep uint4[6]
//! out:       levels uint[3]
//! expect:    of_wide = values 37 3 18 1 9 1 4 1 2 1 1 1
//! expect:    of_high = values 2 40 1 20 1 10 1 5 1 2 1 1
//! expect:    of_deep = values 5 2 34 0 2 1 17 0 1 1 8 0 1 1 4 0 1 1 2 0 1 1 1 0
//! expect:    levels = values 6 6 6
//! mutant:    tex.t2d.query | replace `wide.get_height(i)` with `(wide.get_height() >> i)`
//! mutant:    tex.t2d_array.query | replace `high.get_width(i)` with `(high.get_width() >> i)`
//! mutant:    tex.t3d.query | replace `deep.get_height(i)` with `(deep.get_height() >> i)`

#include <metal_stdlib>
using namespace metal;

kernel void ask(texture2d<float> wide [[texture(0)]], texture2d_array<float> high [[texture(1)]],
                texture3d<float> deep [[texture(2)]], device uint2 *of_wide [[buffer(0)]],
                device uint2 *of_high [[buffer(1)]], device uint4 *of_deep [[buffer(2)]],
                device uint *levels [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    of_wide[i] = uint2(wide.get_width(i), wide.get_height(i));
    of_high[i] = uint2(high.get_width(i), high.get_height(i));
    of_deep[i] = uint4(deep.get_width(i), deep.get_height(i), deep.get_depth(i), 0);
    if (i == 0) {
        levels[0] = wide.get_num_mip_levels();
        levels[1] = high.get_num_mip_levels();
        levels[2] = deep.get_num_mip_levels();
    }
}
