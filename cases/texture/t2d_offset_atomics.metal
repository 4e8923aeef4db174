//! title:     Atomics of texture2d take an offset, which is added to the coordinates
//! verifies:  tex.t2d.atomic.offset tex.atomic_offset
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  threads 1, threadgroup 1
//! inout:     image texture2d<T>(FORMAT)[16, 8] = iota
//! out:       result T[7]
//! expect:    result = values 65 89 67 20 0 34 9
//! expect:    image = unjudged
//! mutant:    tex.t2d.atomic.offset | replace `image.atomic_load(int2(9, 3), int2(-8, 1))` with `image.atomic_load(int2(9, 3), int2(-7, 1))`
//! mutant:    tex.t2d.atomic.offset | replace `image.atomic_fetch_add(int2(3, 3), int2(0, 1)` with `image.atomic_fetch_add(int2(3, 3), int2(1, 1)`
//! mutant:    tex.t2d.atomic.offset | replace `image.atomic_store(vec<T, 4>(9), int2(6, 3), int2(1, 1))` with `image.atomic_store(vec<T, 4>(9), int2(6, 3), int2(0, 1))`
//! mutant:    tex.atomic_offset | replace `image.atomic_exchange(int2(2, 3), int2(7, 2)` with `image.atomic_exchange(int2(2, 3), int2(6, 2)`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture2d<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(35);
    result[0] = image.atomic_load(int2(9, 3), int2(-8, 1)).x;
    result[1] = image.atomic_exchange(int2(2, 3), int2(7, 2), vec<T, 4>(1)).x;
    result[2] = image.atomic_fetch_add(int2(3, 3), int2(0, 1), vec<T, 4>(1)).x;
    result[3] = image.atomic_fetch_max(int2(12, 3), int2(-8, -2), vec<T, 4>(1)).x;
    result[4] = T(image.atomic_compare_exchange_weak(int2(1, 3), int2(1, -1), &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    image.atomic_store(vec<T, 4>(9), int2(6, 3), int2(1, 1));
    result[6] = image.atomic_load(int2(7, 3), int2(0, 1)).x;
}
