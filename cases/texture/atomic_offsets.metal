//! title:     Each atomic of texture2d, texture2d_array and texture3d adds its offset, from -8 to 7, to the coordinates
//! verifies:  tex.atomic_offset tex.t2d.atomic.offset tex.t2d_array.atomic.offset tex.t3d.atomic.offset
//! requires:  msl 4.1
//! for:       (FETCH, OP) in (atomic_fetch_add, 0) (atomic_fetch_sub, 1) (atomic_fetch_and, 2) (atomic_fetch_or, 3)
//!            (atomic_fetch_xor, 4) (atomic_fetch_min, 5) (atomic_fetch_max, 6)
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! subcases:  (DX, DY, DZ, X, Y, Z) in (-8, 7, -1, 0, 8, 0) (7, -8, 1, 8, 0, 1) (-1, 3, 0, 2, 5, 1)
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[8] = values 0 1 2 7 bits(0x7fffffff) bits(0x80000000) bits(0x80000001) bits(0xffffffff)
//! in:        b T[8] = values 0 1 3 8 bits(0x7fffffff) bits(0x80000000) bits(0xfffffffe) bits(0xffffffff)
//! inout:     plane texture2d<T>(FORMAT)[16, 16] = zeros
//! inout:     planes texture2d_array<T>(FORMAT)[16, 16, 2] = zeros
//! inout:     volume texture3d<T>(FORMAT)[16, 16, 2] = zeros
//! out:       plane_stored T[64]
//! out:       plane_old T[64]
//! out:       plane_now T[64]
//! out:       plane_swapped T[64]
//! out:       plane_last T[64]
//! out:       planes_stored T[64]
//! out:       planes_old T[64]
//! out:       planes_now T[64]
//! out:       planes_swapped T[64]
//! out:       planes_last T[64]
//! out:       volume_stored T[64]
//! out:       volume_old T[64]
//! out:       volume_now T[64]
//! out:       volume_swapped T[64]
//! out:       volume_last T[64]
//! expect:    plane = unjudged
//! expect:    planes = unjudged
//! expect:    volume = unjudged
//! expect:    plane_stored = atomic_applied(a, b, 7)
//! expect:    plane_old = atomic_applied(a, b, 7)
//! expect:    plane_now = atomic_applied(a, b, OP)
//! expect:    plane_swapped = atomic_applied(a, b, OP)
//! expect:    plane_last = atomic_applied(a, b, 7)
//! expect:    planes_stored = atomic_applied(a, b, 7)
//! expect:    planes_old = atomic_applied(a, b, 7)
//! expect:    planes_now = atomic_applied(a, b, OP)
//! expect:    planes_swapped = atomic_applied(a, b, OP)
//! expect:    planes_last = atomic_applied(a, b, 7)
//! expect:    volume_stored = atomic_applied(a, b, 7)
//! expect:    volume_old = atomic_applied(a, b, 7)
//! expect:    volume_now = atomic_applied(a, b, OP)
//! expect:    volume_swapped = atomic_applied(a, b, OP)
//! expect:    volume_last = atomic_applied(a, b, 7)
//! mutant:    tex.t2d.atomic.offset | replace `IN_PLANE, uint2(x, y))` with `IN_PLANE + 1, uint2(x, y))`
//! mutant:    tex.t2d_array.atomic.offset | replace `IN_PLANES, uint2(x, y), 1u)` with `IN_PLANES + 1, uint2(x, y), 1u)`
//! mutant:    tex.t3d.atomic.offset | replace `IN_VOLUME, uint3(x, y, Z))` with `IN_VOLUME * 0, uint3(x, y, Z))`
//! mutant:    tex.atomic_offset | replace `image.atomic_store(vec<T, 4>(a[i / 8]), beside)` with
//!            `image.atomic_store(vec<T, 4>(a[i / 8]), beside * 0)`
//! mutant:    tex.atomic_offset | replace `image.FETCH(beside,` with
//!            `image.FETCH(beside * 0,`
//! mutant:    tex.atomic_offset | replace `image.atomic_load(beside)` with
//!            `image.atomic_load(beside * 0)`
//! mutant:    tex.atomic_offset | replace `image.atomic_exchange(beside,` with
//!            `image.atomic_exchange(beside * 0,`
//! mutant:    tex.atomic_offset | replace `image.atomic_compare_exchange_weak(beside,` with
//!            `image.atomic_compare_exchange_weak(beside * 0,`

#include <metal_stdlib>
using namespace metal;

#define IN_PLANE int2(x - (DX), y - (DY)), int2(DX, DY)
#define IN_PLANES int2(x - (DX), y - (DY)), 1u, int2(DX, DY)
#define IN_VOLUME int3(x - (DX), y - (DY), Z - (DZ)), int3(DX, DY, DZ)

/* Stores, changes, exchanges with an offset; what each left is loaded without one, but for the load with one between. */
#define CHANGE(image, beside, ...) \
    image.atomic_store(vec<T, 4>(a[i / 8]), beside); \
    image##_stored[i] = image.atomic_load(__VA_ARGS__).x; \
    image##_old[i] = image.FETCH(beside, vec<T, 4>(b[i % 8])).x; \
    image##_now[i] = image.atomic_load(beside).x; \
    image##_swapped[i] = image.atomic_exchange(beside, vec<T, 4>(b[i % 8])).x; \
    for (uint tries = 0; tries < 1000; tries++) { \
        vec<T, 4> expected = vec<T, 4>(b[i % 8]); \
        if (image.atomic_compare_exchange_weak(beside, &expected, vec<T, 4>(a[i / 8]))) \
            break; \
    } \
    image##_last[i] = image.atomic_load(__VA_ARGS__).x;

kernel void change(texture2d<T, access::read_write> plane [[texture(0)]],
                   texture2d_array<T, access::read_write> planes [[texture(1)]],
                   texture3d<T, access::read_write> volume [[texture(2)]],
                   device const T *a [[buffer(0)]],
                   device const T *b [[buffer(1)]],
                   device T *plane_stored [[buffer(2)]],
                   device T *plane_old [[buffer(3)]],
                   device T *plane_now [[buffer(4)]],
                   device T *plane_swapped [[buffer(5)]],
                   device T *plane_last [[buffer(6)]],
                   device T *planes_stored [[buffer(7)]],
                   device T *planes_old [[buffer(8)]],
                   device T *planes_now [[buffer(9)]],
                   device T *planes_swapped [[buffer(10)]],
                   device T *planes_last [[buffer(11)]],
                   device T *volume_stored [[buffer(12)]],
                   device T *volume_old [[buffer(13)]],
                   device T *volume_now [[buffer(14)]],
                   device T *volume_swapped [[buffer(15)]],
                   device T *volume_last [[buffer(16)]],
                   uint i [[thread_position_in_grid]])
{
    const int x = X + int(i % 8), y = Y + int(i / 8);
    CHANGE(plane, IN_PLANE, uint2(x, y))
    CHANGE(planes, IN_PLANES, uint2(x, y), 1u)
    CHANGE(volume, IN_VOLUME, uint3(x, y, Z))
}
