//! title:     Atomics on texels of texture2d, with coordinates of both widths
//! verifies:  tex.t2d.atomic.signatures tex.atomic.types tex.atomic.int_uint_ops tex.atomic.load.value
//!            tex.atomic.store.value tex.atomic.exchange.value tex.atomic.compare_exchange.success
//!            tex.atomic.compare_exchange.failure tex.atomic.fetch_add tex.atomic.fetch_sub tex.atomic.fetch_and
//!            tex.atomic.fetch_or tex.atomic.fetch_xor tex.atomic.fetch_min tex.atomic.fetch_max
//! requires:  msl 3.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  change(image, result): threads 1, threadgroup 1
//! dispatch:  look(image, texels): threads 16, threadgroup 16
//! inout:     image texture2d<T>(FORMAT)[16, 2] = iota(20)
//! out:       result T[13]
//! out:       texels T[16]
//! expect:    result = values 36 37 39 40 0 41 43 44 45 46 47 48 49
//! expect:    texels = values 36 5 6 8 9 41 77 50 35 4 110 58 3 50 50 51
//! expect:    image = unjudged
//! mutant:    tex.t2d.atomic.signatures | replace `atomic_load(ushort2(1, 1))` with `atomic_load(ushort2(0, 1))`
//! mutant:    tex.t2d.atomic.signatures | replace `image.atomic_store(vec<T, 4>(5), uint2(1, 1))` with `image.atomic_store(vec<T, 4>(5), uint2(0, 1))`
//! mutant:    tex.t2d.atomic.signatures | replace `atomic_exchange(uint2(3, 1), vec<T, 4>(8))` with `atomic_exchange(uint2(3, 1), vec<T, 4>(7))`
//! mutant:    tex.t2d.atomic.signatures | replace `vec<T, 4>(77)` with `vec<T, 4>(78)`
//! mutant:    tex.t2d.atomic.signatures | replace `atomic_fetch_xor(` with `atomic_fetch_or(`
//! mutant:    tex.atomic.types | replace `atomic_load(uint2(0, 1))` with `atomic_load(uint2(9, 1))`
//! mutant:    tex.atomic.int_uint_ops | replace `atomic_fetch_add(` with `atomic_fetch_sub(`
//! mutant:    tex.atomic.load.value | replace `atomic_load(uint2(0, 1))` with `atomic_load(uint2(8, 1))`
//! mutant:    tex.atomic.store.value | replace `atomic_store(vec<T, 4>(5)` with `atomic_store(vec<T, 4>(4)`
//! mutant:    tex.atomic.exchange.value | replace `atomic_exchange(uint2(3, 1)` with `atomic_exchange(uint2(8, 1)`
//! mutant:    tex.atomic.compare_exchange.success | replace `&expected, vec<T, 4>(77)` with `&expected, vec<T, 4>(76)`
//! mutant:    tex.atomic.compare_exchange.failure | replace `expected = vec<T, 4>(43)` with `expected = vec<T, 4>(41)`
//! mutant:    tex.atomic.fetch_add | replace `atomic_fetch_add(` with `atomic_fetch_max(`
//! mutant:    tex.atomic.fetch_sub | replace `atomic_fetch_sub(` with `atomic_fetch_xor(`
//! mutant:    tex.atomic.fetch_and | replace `atomic_fetch_and(` with `atomic_fetch_or(`
//! mutant:    tex.atomic.fetch_or | replace `atomic_fetch_or(` with `atomic_fetch_min(`
//! mutant:    tex.atomic.fetch_xor | replace `atomic_fetch_xor(` with `atomic_fetch_and(`
//! mutant:    tex.atomic.fetch_min | replace `atomic_fetch_min(` with `atomic_fetch_or(`
//! mutant:    tex.atomic.fetch_max | replace `atomic_fetch_max(` with `atomic_fetch_sub(`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture2d<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]])
{
    vec<T, 4> expected = vec<T, 4>(0);
    result[0] = image.atomic_load(uint2(0, 1)).x;
    result[1] = image.atomic_load(ushort2(1, 1)).x;
    image.atomic_store(vec<T, 4>(5), uint2(1, 1));
    image.atomic_store(vec<T, 4>(6), ushort2(2, 1));
    result[2] = image.atomic_exchange(uint2(3, 1), vec<T, 4>(8)).x;
    result[3] = image.atomic_exchange(ushort2(4, 1), vec<T, 4>(9)).x;
    expected = vec<T, 4>(43);
    result[4] = T(image.atomic_compare_exchange_weak(uint2(5, 1), &expected, vec<T, 4>(1)));
    result[5] = expected.x;
    for (uint tries = 0; tries < 1000 && !image.atomic_compare_exchange_weak(ushort2(6, 1), &expected, vec<T, 4>(77)); tries++)
        expected = vec<T, 4>(42);
    result[6] = image.atomic_fetch_add(uint2(7, 1), vec<T, 4>(7)).x;
    result[7] = image.atomic_fetch_sub(ushort2(8, 1), vec<T, 4>(9)).x;
    result[8] = image.atomic_fetch_and(uint2(9, 1), vec<T, 4>(6)).x;
    result[9] = image.atomic_fetch_or(ushort2(10, 1), vec<T, 4>(72)).x;
    result[10] = image.atomic_fetch_xor(uint2(11, 1), vec<T, 4>(21)).x;
    result[11] = image.atomic_fetch_min(ushort2(12, 1), vec<T, 4>(3)).x;
    result[12] = image.atomic_fetch_max(uint2(13, 1), vec<T, 4>(50)).x;
}

kernel void look(texture2d<T, access::read> image [[texture(0)]], device T *texels [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    texels[i] = image.read(uint2(i, 1)).x;
}
