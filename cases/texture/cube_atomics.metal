//! title:     Atomics on texels of texturecube, with coordinates of both widths
//! verifies:  tex.cube.atomic.signatures
//! requires:  msl 4.0
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  change(image, result): threads 1, threadgroup 1
//! dispatch:  look(image, texels): threads 16, threadgroup 16
//! inout:     image texturecube<T>(FORMAT)[16, 16] = iota(20)
//! out:       result T[13]
//! out:       texels T[16]
//! expect:    result = values 804 805 807 808 0 809 811 812 813 814 815 816 817
//! expect:    texels = values 804 5 6 8 9 809 77 818 803 4 878 826 3 817 818 819
//! expect:    image = unjudged
//! mutant:    tex.cube.atomic.signatures | replace `atomic_load(ushort2(1, 1), ushort(3))` with `atomic_load(ushort2(0, 1), ushort(3))`
//! mutant:    tex.cube.atomic.signatures | replace `image.atomic_store(vec<T, 4>(5), uint2(1, 1), 3u)` with `image.atomic_store(vec<T, 4>(5), uint2(0, 1), 3u)`
//! mutant:    tex.cube.atomic.signatures | replace `atomic_exchange(uint2(3, 1), 3u, vec<T, 4>(8))` with `atomic_exchange(uint2(3, 1), 3u, vec<T, 4>(7))`
//! mutant:    tex.cube.atomic.signatures | replace `vec<T, 4>(77)` with `vec<T, 4>(78)`
//! mutant:    tex.cube.atomic.signatures | replace `atomic_fetch_xor(` with `atomic_fetch_or(`

#include <metal_stdlib>
using namespace metal;

kernel void change(texturecube<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(0);
    result[0] = image.atomic_load(uint2(0, 1), 3u).x;
    result[1] = image.atomic_load(ushort2(1, 1), ushort(3)).x;
    image.atomic_store(vec<T, 4>(5), uint2(1, 1), 3u);
    image.atomic_store(vec<T, 4>(6), ushort2(2, 1), ushort(3));
    result[2] = image.atomic_exchange(uint2(3, 1), 3u, vec<T, 4>(8)).x;
    result[3] = image.atomic_exchange(ushort2(4, 1), ushort(3), vec<T, 4>(9)).x;
    expected = vec<T, 4>(811);
    result[4] = T(image.atomic_compare_exchange_weak(uint2(5, 1), 3u, &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    for (uint tries = 0; tries < 1000 && !image.atomic_compare_exchange_weak(ushort2(6, 1), ushort(3), &expected, vec<T, 4>(77)); tries++)
        expected = vec<T, 4>(810);
    result[6] = image.atomic_fetch_add(uint2(7, 1), 3u, vec<T, 4>(7)).x;
    result[7] = image.atomic_fetch_sub(ushort2(8, 1), ushort(3), vec<T, 4>(9)).x;
    result[8] = image.atomic_fetch_and(uint2(9, 1), 3u, vec<T, 4>(6)).x;
    result[9] = image.atomic_fetch_or(ushort2(10, 1), ushort(3), vec<T, 4>(72)).x;
    result[10] = image.atomic_fetch_xor(uint2(11, 1), 3u, vec<T, 4>(21)).x;
    result[11] = image.atomic_fetch_min(ushort2(12, 1), ushort(3), vec<T, 4>(3)).x;
    result[12] = image.atomic_fetch_max(uint2(13, 1), 3u, vec<T, 4>(50)).x;
}

kernel void look(texturecube<T, access::read> image [[texture(0)]], device T *texels [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    texels[i] = image.read(uint2(i, 1), 3u).x;
}
