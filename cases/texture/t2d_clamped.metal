//! title:     read of texture2d with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.t2d.read.sampler tex.t2d.sparse_read.sampler tex.t2d.block_read tex.sampler_read.clamp_to_edge
//!            tex.sampler_read.in_bounds tex.sampler_read.offset_value tex.block_read.value tex.block_read.edge
//!            tex.block_read.color_struct tex.block_read.sparse_struct
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (float, r16float) (half, r16float) (int, r32sint) (ushort, r16uint)
//! dispatch:  pick(image, result, sparse, block, parts): threads 1, threadgroup 1
//! in:        image texture2d<T>(FORMAT)[6, 5, 3] = iota
//! out:       result T[10]
//! out:       sparse T[10]
//! out:       block T[12]
//! out:       parts T[12]
//! expect:    result = values 0 8 29 5 24 12 17 15 32 36
//! expect:    sparse = values 0 8 29 5 24 12 17 15 32 36
//! expect:    block = values 7 8 0 0 29 29 7 13 0 0 29 29
//! expect:    parts = values 7 8 0 0 29 29 7 13 0 0 29 29
//! mutant:    tex.t2d.read.sampler | replace `image.read(edge, int2(2, 1))` with `image.read(edge, int2(1, 1))`
//! mutant:    tex.t2d.read.sampler | replace `image.read(edge, int2(6, 5))` with `image.read(edge, int2(0, 0))`
//! mutant:    tex.t2d.sparse_read.sampler | replace `image.sparse_read(edge, int2(2, 1))` with `image.sparse_read(edge, int2(1, 1))`
//! mutant:    tex.t2d.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1))` with `image.block_read<2, 1>(edge, int2(0, 0))`
//! mutant:    tex.t2d.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1))` with `image.block_read<1, 2>(edge, int2(1, 2))`
//! mutant:    tex.sampler_read.clamp_to_edge | replace `image.read(edge, int2(6, 5))` with `image.read(uint2(6, 5))`
//! mutant:    tex.sampler_read.in_bounds | replace `image.read(edge, int2(2, 1))` with `image.read(edge, int2(2, 2))`
//! mutant:    tex.sampler_read.offset_value | replace `image.read(edge, int2(2, 1), int2(1, 1))` with `image.read(edge, int2(2, 1), int2(0, 1))`
//! mutant:    tex.block_read.value | replace `image.block_read<2, 1>(edge, int2(1, 1))` with `image.block_read<2, 1>(edge, int2(2, 1))`
//! mutant:    tex.block_read.edge | replace `image.block_read<2, 1>(edge, int2(5, 4))` with `image.block_read<2, 1>(edge, int2(0, 0))`
//! mutant:    tex.block_read.color_struct | replace `b0.value<1, 0>()` with `b0.value<0, 0>()`
//! mutant:    tex.block_read.sparse_struct | replace `p0.resident<1, 0>() ?` with `!p0.resident<1, 0>() ?`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<T> image [[texture(0)]],
                 device T *result [[buffer(0)]], device T *sparse [[buffer(1)]],
                 device T *block [[buffer(2)]], device T *parts [[buffer(3)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2)).x;
    sparse[0] = image.sparse_read(edge, int2(-1, -2)).value().x;
    result[1] = image.read(edge, int2(2, 1)).x;
    sparse[1] = image.sparse_read(edge, int2(2, 1)).value().x;
    result[2] = image.read(edge, int2(6, 5)).x;
    sparse[2] = image.sparse_read(edge, int2(6, 5)).value().x;
    result[3] = image.read(edge, int2(5, -7)).x;
    sparse[3] = image.sparse_read(edge, int2(5, -7)).value().x;
    result[4] = image.read(edge, int2(-100, 4)).x;
    sparse[4] = image.sparse_read(edge, int2(-100, 4)).value().x;
    result[5] = image.read(edge, int2(2, 1), int2(-8, 1)).x;
    sparse[5] = image.sparse_read(edge, int2(2, 1), int2(-8, 1)).value().x;
    result[6] = image.read(edge, int2(2, 1), int2(7, 1)).x;
    sparse[6] = image.sparse_read(edge, int2(2, 1), int2(7, 1)).value().x;
    result[7] = image.read(edge, int2(2, 1), int2(1, 1)).x;
    sparse[7] = image.sparse_read(edge, int2(2, 1), int2(1, 1)).value().x;
    result[8] = image.read(edge, int2(6, 0), int2(0), 1u).x;
    sparse[8] = image.sparse_read(edge, int2(6, 0), int2(0), 1u).value().x;
    result[9] = image.read(edge, int2(6, 0), int2(0), 2u).x;
    sparse[9] = image.sparse_read(edge, int2(6, 0), int2(0), 2u).value().x;
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1));
    block[0] = b0.value<0, 0>().x;
    block[1] = b0.value<1, 0>().x;
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1));
    parts[0] = p0.value<0, 0>().x;
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>().x : T(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1));
    block[2] = b1.value<0, 0>().x;
    block[3] = b1.value<1, 0>().x;
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1));
    parts[2] = p1.value<0, 0>().x;
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>().x : T(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(5, 4));
    block[4] = b2.value<0, 0>().x;
    block[5] = b2.value<1, 0>().x;
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(5, 4));
    parts[4] = p2.value<0, 0>().x;
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>().x : T(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1));
    block[6] = b3.value<0, 0>().x;
    block[7] = b3.value<0, 1>().x;
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1));
    parts[6] = p3.value<0, 0>().x;
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>().x : T(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1));
    block[8] = b4.value<0, 0>().x;
    block[9] = b4.value<0, 1>().x;
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1));
    parts[8] = p4.value<0, 0>().x;
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>().x : T(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(5, 4));
    block[10] = b5.value<0, 0>().x;
    block[11] = b5.value<0, 1>().x;
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(5, 4));
    parts[10] = p5.value<0, 0>().x;
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>().x : T(99);
}
