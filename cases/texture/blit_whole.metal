//! title:     A copy of a texture takes all of its slices and levels
//! verifies:  blit.whole
//! requires:  msl 2.2
//! dispatch:  put(from): threads 2 x 2 x 3, threadgroup 2 x 2 x 3
//! blit:      copy from, to into
//! in:        wanted half4[15] = iota
//! inout:     from texture2d_array<half>(rgba16float)[2, 2, 3, 2] = zeros
//! out:       into texture2d_array<half>(rgba16float)[2, 2, 3, 2]
//! expect:    into = same wanted
//! mutant:    blit.whole | replace `(at.z * 4 + at.y * 2 + at.x)` with `(at.z * 4 + at.x * 2 + at.y)`
//! mutant:    blit.whole | replace `(12 + at.z)` with `(14 - at.z)`

#include <metal_stdlib>
using namespace metal;

kernel void put(texture2d_array<half, access::write> from [[texture(0)]], uint3 at [[thread_position_in_grid]])
{
    const uint pixel = (at.z * 4 + at.y * 2 + at.x), above = (12 + at.z);
    from.write(half4(half(pixel * 4)) + half4(0, 1, 2, 3), at.xy, at.z, 0);
    if (at.x == 0 && at.y == 0)
        from.write(half4(half(above * 4)) + half4(0, 1, 2, 3), at.xy, at.z, 1);
}
