//! title:     Atomics on texels of texture3d, with coordinates of both widths
//! verifies:  tex.t3d.atomic.signatures
//! requires:  msl 3.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  change(image, result): threads 1, threadgroup 1
//! dispatch:  look(image, texels): threads 16, threadgroup 16
//! inout:     image texture3d<T>(FORMAT)[16, 2, 2] = iota(20)
//! out:       result T[13]
//! out:       texels T[16]
//! expect:    result = values 68 69 71 72 0 73 75 76 77 78 79 80 81
//! expect:    texels = values 68 5 6 8 9 73 77 82 67 4 78 90 3 81 82 83
//! expect:    image = unjudged
//! mutant:    tex.t3d.atomic.signatures | replace `atomic_load(ushort3(1, 1, 1))` with `atomic_load(ushort3(0, 1, 1))`
//! mutant:    tex.t3d.atomic.signatures | replace `image.atomic_store(vec<T, 4>(5), uint3(1, 1, 1))` with `image.atomic_store(vec<T, 4>(5), uint3(0, 1, 1))`
//! mutant:    tex.t3d.atomic.signatures | replace `atomic_exchange(uint3(3, 1, 1), vec<T, 4>(8))` with `atomic_exchange(uint3(3, 1, 1), vec<T, 4>(7))`
//! mutant:    tex.t3d.atomic.signatures | replace `vec<T, 4>(77)` with `vec<T, 4>(78)`
//! mutant:    tex.t3d.atomic.signatures | replace `atomic_fetch_xor(` with `atomic_fetch_or(`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture3d<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(0);
    result[0] = image.atomic_load(uint3(0, 1, 1)).x;
    result[1] = image.atomic_load(ushort3(1, 1, 1)).x;
    image.atomic_store(vec<T, 4>(5), uint3(1, 1, 1));
    image.atomic_store(vec<T, 4>(6), ushort3(2, 1, 1));
    result[2] = image.atomic_exchange(uint3(3, 1, 1), vec<T, 4>(8)).x;
    result[3] = image.atomic_exchange(ushort3(4, 1, 1), vec<T, 4>(9)).x;
    expected = vec<T, 4>(75);
    result[4] = T(image.atomic_compare_exchange_weak(uint3(5, 1, 1), &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    for (uint tries = 0; tries < 1000 && !image.atomic_compare_exchange_weak(ushort3(6, 1, 1), &expected, vec<T, 4>(77)); tries++)
        expected = vec<T, 4>(74);
    result[6] = image.atomic_fetch_add(uint3(7, 1, 1), vec<T, 4>(7)).x;
    result[7] = image.atomic_fetch_sub(ushort3(8, 1, 1), vec<T, 4>(9)).x;
    result[8] = image.atomic_fetch_and(uint3(9, 1, 1), vec<T, 4>(6)).x;
    result[9] = image.atomic_fetch_or(ushort3(10, 1, 1), vec<T, 4>(72)).x;
    result[10] = image.atomic_fetch_xor(uint3(11, 1, 1), vec<T, 4>(21)).x;
    result[11] = image.atomic_fetch_min(ushort3(12, 1, 1), vec<T, 4>(3)).x;
    result[12] = image.atomic_fetch_max(uint3(13, 1, 1), vec<T, 4>(50)).x;
}

kernel void look(texture3d<T, access::read> image [[texture(0)]], device T *texels [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    texels[i] = image.read(uint3(i, 1, 1)).x;
}
