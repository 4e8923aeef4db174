//! title:     Atomics of every kind of texture return the value before, wrap, and compare int as signed, uint as unsigned
//! verifies:  tex.atomic.fetch_add tex.atomic.fetch_sub tex.atomic.fetch_and tex.atomic.fetch_or tex.atomic.fetch_xor
//!            tex.atomic.fetch_min tex.atomic.fetch_max
//! requires:  msl 4.0
//! for:       (FETCH, OP) in (atomic_fetch_add, 0) (atomic_fetch_sub, 1) (atomic_fetch_and, 2) (atomic_fetch_or, 3)
//!            (atomic_fetch_xor, 4) (atomic_fetch_min, 5) (atomic_fetch_max, 6)
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  flat(line, lines, plane, planes, a, b, line_old, line_new, lines_old, lines_new, plane_old, plane_new, planes_old, planes_new): threads 64, threadgroup 64
//! dispatch:  solid(volume, cube, cubes, row, a, b, volume_old, volume_new, cube_old, cube_new, cubes_old, cubes_new, row_old, row_new): threads 64, threadgroup 64
//! in:        a T[8] = values 0 1 2 7 bits(0x7fffffff) bits(0x80000000) bits(0x80000001) bits(0xffffffff)
//! in:        b T[8] = values 0 1 3 8 bits(0x7fffffff) bits(0x80000000) bits(0xfffffffe) bits(0xffffffff)
//! inout:     line texture1d<T>(FORMAT)[64] = zeros
//! inout:     lines texture1d_array<T>(FORMAT)[64, 2] = zeros
//! inout:     plane texture2d<T>(FORMAT)[8, 8] = zeros
//! inout:     planes texture2d_array<T>(FORMAT)[8, 8, 2] = zeros
//! inout:     volume texture3d<T>(FORMAT)[8, 4, 2] = zeros
//! inout:     cube texturecube<T>(FORMAT)[8, 8] = zeros
//! inout:     cubes texturecube_array<T>(FORMAT)[8, 8, 2] = zeros
//! inout:     row texture_buffer<T>(FORMAT)[64] = zeros
//! out:       line_old T[64]
//! out:       line_new T[64]
//! out:       lines_old T[64]
//! out:       lines_new T[64]
//! out:       plane_old T[64]
//! out:       plane_new T[64]
//! out:       planes_old T[64]
//! out:       planes_new T[64]
//! out:       volume_old T[64]
//! out:       volume_new T[64]
//! out:       cube_old T[64]
//! out:       cube_new T[64]
//! out:       cubes_old T[64]
//! out:       cubes_new T[64]
//! out:       row_old T[64]
//! out:       row_new T[64]
//! expect:    line = atomic_applied(a, b, OP)
//! expect:    lines = unjudged
//! expect:    plane = atomic_applied(a, b, OP)
//! expect:    planes = unjudged
//! expect:    volume = atomic_applied(a, b, OP)
//! expect:    cube = unjudged
//! expect:    cubes = unjudged
//! expect:    row = atomic_applied(a, b, OP)
//! expect:    line_old = atomic_applied(a, b, 7)
//! expect:    line_new = atomic_applied(a, b, OP)
//! expect:    lines_old = atomic_applied(a, b, 7)
//! expect:    lines_new = atomic_applied(a, b, OP)
//! expect:    plane_old = atomic_applied(a, b, 7)
//! expect:    plane_new = atomic_applied(a, b, OP)
//! expect:    planes_old = atomic_applied(a, b, 7)
//! expect:    planes_new = atomic_applied(a, b, OP)
//! expect:    volume_old = atomic_applied(a, b, 7)
//! expect:    volume_new = atomic_applied(a, b, OP)
//! expect:    cube_old = atomic_applied(a, b, 7)
//! expect:    cube_new = atomic_applied(a, b, OP)
//! expect:    cubes_old = atomic_applied(a, b, 7)
//! expect:    cubes_new = atomic_applied(a, b, OP)
//! expect:    row_old = atomic_applied(a, b, 7)
//! expect:    row_new = atomic_applied(a, b, OP)
//! mutant:    tex.atomic.fetch_add | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_or(__VA_ARGS__,` | for OP=0
//! mutant:    tex.atomic.fetch_sub | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_add(__VA_ARGS__,` | for OP=1
//! mutant:    tex.atomic.fetch_and | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_min(__VA_ARGS__,` | for OP=2
//! mutant:    tex.atomic.fetch_or | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_xor(__VA_ARGS__,` | for OP=3
//! mutant:    tex.atomic.fetch_xor | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_or(__VA_ARGS__,` | for OP=4
//! mutant:    tex.atomic.fetch_min | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_max(__VA_ARGS__,` | for OP=5
//! mutant:    tex.atomic.fetch_max | replace `image.FETCH(__VA_ARGS__,` with `image.atomic_fetch_min(__VA_ARGS__,` | for OP=6

#include <metal_stdlib>
using namespace metal;

#define CHANGE(image, old, now, ...) \
    image.atomic_store(vec<T, 4>(a[i / 8]), __VA_ARGS__); \
    old[i] = image.FETCH(__VA_ARGS__, vec<T, 4>(b[i % 8])).x; \
    now[i] = image.atomic_load(__VA_ARGS__).x;

kernel void flat(texture1d<T, access::read_write> line [[texture(0)]],
                 texture1d_array<T, access::read_write> lines [[texture(1)]],
                 texture2d<T, access::read_write> plane [[texture(2)]],
                 texture2d_array<T, access::read_write> planes [[texture(3)]],
                 device const T *a [[buffer(0)]],
                 device const T *b [[buffer(1)]],
                 device T *line_old [[buffer(2)]],
                 device T *line_new [[buffer(3)]],
                 device T *lines_old [[buffer(4)]],
                 device T *lines_new [[buffer(5)]],
                 device T *plane_old [[buffer(6)]],
                 device T *plane_new [[buffer(7)]],
                 device T *planes_old [[buffer(8)]],
                 device T *planes_new [[buffer(9)]],
                 uint i [[thread_position_in_grid]])
{
    const uint2 at(i % 8, i / 8);
    CHANGE(line, line_old, line_new, i)
    CHANGE(lines, lines_old, lines_new, i, 1u)
    CHANGE(plane, plane_old, plane_new, at)
    CHANGE(planes, planes_old, planes_new, at, 1u)
}

kernel void solid(texture3d<T, access::read_write> volume [[texture(0)]],
                  texturecube<T, access::read_write> cube [[texture(1)]],
                  texturecube_array<T, access::read_write> cubes [[texture(2)]],
                  texture_buffer<T, access::read_write> row [[texture(3)]],
                  device const T *a [[buffer(0)]],
                  device const T *b [[buffer(1)]],
                  device T *volume_old [[buffer(2)]],
                  device T *volume_new [[buffer(3)]],
                  device T *cube_old [[buffer(4)]],
                  device T *cube_new [[buffer(5)]],
                  device T *cubes_old [[buffer(6)]],
                  device T *cubes_new [[buffer(7)]],
                  device T *row_old [[buffer(8)]],
                  device T *row_new [[buffer(9)]],
                  uint i [[thread_position_in_grid]])
{
    const uint2 at(i % 8, i / 8);
    CHANGE(volume, volume_old, volume_new, uint3(at.x, at.y % 4, at.y / 4))
    CHANGE(cube, cube_old, cube_new, at, 2u)
    CHANGE(cubes, cubes_old, cubes_new, at, 2u, 1u)
    CHANGE(row, row_old, row_new, i)
}
