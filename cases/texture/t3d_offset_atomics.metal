//! title:     Atomics of texture3d take an offset, which is added to the coordinates
//! verifies:  tex.t3d.atomic.offset
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  threads 1, threadgroup 1
//! inout:     image texture3d<T>(FORMAT)[16, 8, 4] = iota
//! out:       result T[7]
//! expect:    result = values 321 345 323 276 0 290 9
//! expect:    image = unjudged
//! mutant:    tex.t3d.atomic.offset | replace `image.atomic_load(int3(9, 3, 1), int3(-8, 1, 1))` with `image.atomic_load(int3(9, 3, 1), int3(-7, 1, 1))`
//! mutant:    tex.t3d.atomic.offset | replace `image.atomic_fetch_add(int3(3, 3, 1), int3(0, 1, 1)` with `image.atomic_fetch_add(int3(3, 3, 1), int3(1, 1, 1)`
//! mutant:    tex.t3d.atomic.offset | replace `image.atomic_store(vec<T, 4>(9), int3(6, 3, 1), int3(1, 1, 1))` with `image.atomic_store(vec<T, 4>(9), int3(6, 3, 1), int3(0, 1, 1))`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture3d<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(291);
    result[0] = image.atomic_load(int3(9, 3, 1), int3(-8, 1, 1)).x;
    result[1] = image.atomic_exchange(int3(2, 3, 1), int3(7, 2, 1), vec<T, 4>(1)).x;
    result[2] = image.atomic_fetch_add(int3(3, 3, 1), int3(0, 1, 1), vec<T, 4>(1)).x;
    result[3] = image.atomic_fetch_max(int3(12, 3, 1), int3(-8, -2, 1), vec<T, 4>(1)).x;
    result[4] = T(image.atomic_compare_exchange_weak(int3(1, 3, 1), int3(1, -1, 1), &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    image.atomic_store(vec<T, 4>(9), int3(6, 3, 1), int3(1, 1, 1));
    result[6] = image.atomic_load(int3(7, 3, 1), int3(0, 1, 1)).x;
}
