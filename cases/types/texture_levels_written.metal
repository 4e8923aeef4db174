//! title:     write reaches each level of a texture
//! verifies:  tex.t2d.write
//! requires:  msl 1.2
//! for:       (T, FORMAT) in (float, r32float) (half, r16float) (int, r32sint) (uint, r32uint) (short, r16sint)
//!            (ushort, r16uint)
//! dispatch:  threads 4 x 2, threadgroup 4 x 2
//! out:       image texture2d<T>(FORMAT)[4, 2, 3]
//! expect:    image = values 10 11 12 13 20 21 22 23 14 15 18
//! mutant:    tex.t2d.write | replace `10)), at)` with `11)), at)`
//! mutant:    tex.t2d.write | replace `ushort2(at), 1)` with `ushort2(at.yx), 1)`
//! mutant:    tex.t2d.write | replace `uint2(0), 2)` with `uint2(0), 1)`

#include <metal_stdlib>
using namespace metal;

kernel void write(texture2d<T, access::write> image [[texture(0)]], uint2 at [[thread_position_in_grid]])
{
    const float value = at.x + 10 * at.y;
    image.write(vec<T, 4>(T(value + 10)), at);
    if (at.x < 2 && at.y == 0)
        image.write(vec<T, 4>(T(value + 14)), ushort2(at), 1);
    if (at.x == 0 && at.y == 0)
        image.write(vec<T, 4>(T(18)), uint2(0), 2);
}
