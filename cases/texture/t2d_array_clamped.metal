//! title:     read of texture2d_array with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.t2d_array.read.sampler tex.t2d_array.sparse_read.sampler tex.t2d_array.block_read
//!            tex.sampler_read.no_clamp_lod_array_face
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (float, r16float) (half, r16float) (int, r32sint) (ushort, r16uint)
//! dispatch:  pick(image, result, sparse, block, parts, beyond): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result T[10]
//! out:       sparse T[10]
//! out:       block T[12]
//! out:       parts T[12]
//! out:       beyond T[2]
//! expect:    result = values 30 38 59 35 54 42 47 45 128 145
//! expect:    sparse = values 30 38 59 35 54 42 47 45 128 145
//! expect:    block = values 37 38 30 30 59 59 37 43 30 30 59 59
//! expect:    parts = values 37 38 30 30 59 59 37 43 30 30 59 59
//! expect:    beyond = values 0 0
//! mutant:    tex.t2d_array.read.sampler | replace `image.read(edge, int2(2, 1), 1u)` with `image.read(edge, int2(1, 1), 1u)`
//! mutant:    tex.t2d_array.read.sampler | replace `image.read(edge, int2(6, 5), 1u)` with `image.read(edge, int2(0, 0), 1u)`
//! mutant:    tex.t2d_array.read.sampler | replace `image.read(edge, int2(2, 1), 1u)` with `image.read(edge, int2(2, 1), 0u)`
//! mutant:    tex.t2d_array.sparse_read.sampler | replace `image.sparse_read(edge, int2(2, 1), 1u)` with `image.sparse_read(edge, int2(1, 1), 1u)`
//! mutant:    tex.t2d_array.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1), 1u)` with `image.block_read<2, 1>(edge, int2(0, 0), 1u)`
//! mutant:    tex.t2d_array.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1), 1u)` with `image.block_read<1, 2>(edge, int2(1, 2), 1u)`
//! mutant:    tex.sampler_read.no_clamp_lod_array_face | replace `int2(0, 0), 4u)` with `int2(0, 0), 3u)`
//! mutant:    tex.sampler_read.no_clamp_lod_array_face | replace `int2(1), 3u)` with `int2(1), 2u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d_array<T> image [[texture(0)]],
                 device T *result [[buffer(0)]], device T *sparse [[buffer(1)]],
                 device T *block [[buffer(2)]], device T *parts [[buffer(3)]],
                 device T *beyond [[buffer(4)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2), 1u).x;
    sparse[0] = image.sparse_read(edge, int2(-1, -2), 1u).value().x;
    result[1] = image.read(edge, int2(2, 1), 1u).x;
    sparse[1] = image.sparse_read(edge, int2(2, 1), 1u).value().x;
    result[2] = image.read(edge, int2(6, 5), 1u).x;
    sparse[2] = image.sparse_read(edge, int2(6, 5), 1u).value().x;
    result[3] = image.read(edge, int2(5, -7), 1u).x;
    sparse[3] = image.sparse_read(edge, int2(5, -7), 1u).value().x;
    result[4] = image.read(edge, int2(-100, 4), 1u).x;
    sparse[4] = image.sparse_read(edge, int2(-100, 4), 1u).value().x;
    result[5] = image.read(edge, int2(2, 1), 1u, int2(-8, 1)).x;
    sparse[5] = image.sparse_read(edge, int2(2, 1), 1u, int2(-8, 1)).value().x;
    result[6] = image.read(edge, int2(2, 1), 1u, int2(7, 1)).x;
    sparse[6] = image.sparse_read(edge, int2(2, 1), 1u, int2(7, 1)).value().x;
    result[7] = image.read(edge, int2(2, 1), 1u, int2(1, 1)).x;
    sparse[7] = image.sparse_read(edge, int2(2, 1), 1u, int2(1, 1)).value().x;
    result[8] = image.read(edge, int2(6, 0), 1u, int2(0), 1u).x;
    sparse[8] = image.sparse_read(edge, int2(6, 0), 1u, int2(0), 1u).value().x;
    result[9] = image.read(edge, int2(6, 0), 1u, int2(0), 2u).x;
    sparse[9] = image.sparse_read(edge, int2(6, 0), 1u, int2(0), 2u).value().x;
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1), 1u);
    block[0] = b0.value<0, 0>().x;
    block[1] = b0.value<1, 0>().x;
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1), 1u);
    parts[0] = p0.value<0, 0>().x;
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>().x : T(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1), 1u);
    block[2] = b1.value<0, 0>().x;
    block[3] = b1.value<1, 0>().x;
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1), 1u);
    parts[2] = p1.value<0, 0>().x;
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>().x : T(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(5, 4), 1u);
    block[4] = b2.value<0, 0>().x;
    block[5] = b2.value<1, 0>().x;
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(5, 4), 1u);
    parts[4] = p2.value<0, 0>().x;
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>().x : T(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1), 1u);
    block[6] = b3.value<0, 0>().x;
    block[7] = b3.value<0, 1>().x;
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1), 1u);
    parts[6] = p3.value<0, 0>().x;
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>().x : T(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1), 1u);
    block[8] = b4.value<0, 0>().x;
    block[9] = b4.value<0, 1>().x;
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1), 1u);
    parts[8] = p4.value<0, 0>().x;
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>().x : T(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(5, 4), 1u);
    block[10] = b5.value<0, 0>().x;
    block[11] = b5.value<0, 1>().x;
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(5, 4), 1u);
    parts[10] = p5.value<0, 0>().x;
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>().x : T(99);
    beyond[0] = image.read(edge, int2(0, 0), 4u).x;
    beyond[1] = image.read(edge, int2(0, 0), 1u, int2(1), 3u).x;
}
