//! title:     Atomics on texels of texture1d_array, with coordinates of both widths
//! verifies:  tex.t1d_array.atomic.signatures
//! requires:  msl 3.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  change(image, result): threads 1, threadgroup 1
//! dispatch:  look(image, texels): threads 16, threadgroup 16
//! inout:     image texture1d_array<T>(FORMAT)[16, 2] = iota(20)
//! out:       result T[13]
//! out:       texels T[16]
//! expect:    result = values 36 37 39 40 0 41 43 44 45 46 47 48 49
//! expect:    texels = values 36 5 6 8 9 41 77 50 35 4 110 58 3 50 50 51
//! expect:    image = unjudged
//! mutant:    tex.t1d_array.atomic.signatures | replace `atomic_load(ushort(1), ushort(1))` with `atomic_load(ushort(0), ushort(1))`
//! mutant:    tex.t1d_array.atomic.signatures | replace `image.atomic_store(vec<T, 4>(5), 1u, 1u)` with `image.atomic_store(vec<T, 4>(5), 0u, 1u)`
//! mutant:    tex.t1d_array.atomic.signatures | replace `atomic_exchange(3u, 1u, vec<T, 4>(8))` with `atomic_exchange(3u, 1u, vec<T, 4>(7))`
//! mutant:    tex.t1d_array.atomic.signatures | replace `vec<T, 4>(77)` with `vec<T, 4>(78)`
//! mutant:    tex.t1d_array.atomic.signatures | replace `atomic_fetch_xor(` with `atomic_fetch_or(`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture1d_array<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(0);
    result[0] = image.atomic_load(0u, 1u).x;
    result[1] = image.atomic_load(ushort(1), ushort(1)).x;
    image.atomic_store(vec<T, 4>(5), 1u, 1u);
    image.atomic_store(vec<T, 4>(6), ushort(2), ushort(1));
    result[2] = image.atomic_exchange(3u, 1u, vec<T, 4>(8)).x;
    result[3] = image.atomic_exchange(ushort(4), ushort(1), vec<T, 4>(9)).x;
    expected = vec<T, 4>(43);
    result[4] = T(image.atomic_compare_exchange_weak(5u, 1u, &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    for (uint tries = 0; tries < 1000 && !image.atomic_compare_exchange_weak(ushort(6), ushort(1), &expected, vec<T, 4>(77)); tries++)
        expected = vec<T, 4>(42);
    result[6] = image.atomic_fetch_add(7u, 1u, vec<T, 4>(7)).x;
    result[7] = image.atomic_fetch_sub(ushort(8), ushort(1), vec<T, 4>(9)).x;
    result[8] = image.atomic_fetch_and(9u, 1u, vec<T, 4>(6)).x;
    result[9] = image.atomic_fetch_or(ushort(10), ushort(1), vec<T, 4>(72)).x;
    result[10] = image.atomic_fetch_xor(11u, 1u, vec<T, 4>(21)).x;
    result[11] = image.atomic_fetch_min(ushort(12), ushort(1), vec<T, 4>(3)).x;
    result[12] = image.atomic_fetch_max(13u, 1u, vec<T, 4>(50)).x;
}

kernel void look(texture1d_array<T, access::read> image [[texture(0)]], device T *texels [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    texels[i] = image.read(i, 1u).x;
}
