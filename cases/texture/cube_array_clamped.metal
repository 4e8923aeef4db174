//! title:     read of texturecube_array with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.cube_array.read.sampler tex.cube_array.sparse_read.sampler tex.cube_array.block_read
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (float, r16float) (half, r16float) (int, r32sint) (ushort, r16uint)
//! dispatch:  pick(image, result, sparse, block, parts): threads 1, threadgroup 1
//! in:        image texturecube_array<T>(FORMAT)[4, 4, 2, 3] = iota
//! out:       result T[7]
//! out:       sparse T[7]
//! out:       block T[12]
//! out:       parts T[12]
//! expect:    result = values 128 134 143 131 140 225 248
//! expect:    sparse = values 128 134 143 131 140 225 248
//! expect:    block = values 133 134 128 128 143 143 133 137 128 128 143 143
//! expect:    parts = values 133 134 128 128 143 143 133 137 128 128 143 143
//! mutant:    tex.cube_array.read.sampler | replace `image.read(edge, int2(2, 1), 2u, 1u)` with `image.read(edge, int2(1, 1), 2u, 1u)`
//! mutant:    tex.cube_array.read.sampler | replace `image.read(edge, int2(4, 4), 2u, 1u)` with `image.read(edge, int2(0, 0), 2u, 1u)`
//! mutant:    tex.cube_array.read.sampler | replace `image.read(edge, int2(2, 1), 2u, 1u)` with `image.read(edge, int2(2, 1), 2u, 0u)`
//! mutant:    tex.cube_array.sparse_read.sampler | replace `image.sparse_read(edge, int2(2, 1), 2u, 1u)` with `image.sparse_read(edge, int2(1, 1), 2u, 1u)`
//! mutant:    tex.cube_array.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1), 2u, 1u)` with `image.block_read<2, 1>(edge, int2(0, 0), 2u, 1u)`
//! mutant:    tex.cube_array.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1), 2u, 1u)` with `image.block_read<1, 2>(edge, int2(1, 2), 2u, 1u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texturecube_array<T> image [[texture(0)]],
                 device T *result [[buffer(0)]], device T *sparse [[buffer(1)]],
                 device T *block [[buffer(2)]], device T *parts [[buffer(3)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2), 2u, 1u).x;
    sparse[0] = image.sparse_read(edge, int2(-1, -2), 2u, 1u).value().x;
    result[1] = image.read(edge, int2(2, 1), 2u, 1u).x;
    sparse[1] = image.sparse_read(edge, int2(2, 1), 2u, 1u).value().x;
    result[2] = image.read(edge, int2(4, 4), 2u, 1u).x;
    sparse[2] = image.sparse_read(edge, int2(4, 4), 2u, 1u).value().x;
    result[3] = image.read(edge, int2(3, -7), 2u, 1u).x;
    sparse[3] = image.sparse_read(edge, int2(3, -7), 2u, 1u).value().x;
    result[4] = image.read(edge, int2(-100, 3), 2u, 1u).x;
    sparse[4] = image.sparse_read(edge, int2(-100, 3), 2u, 1u).value().x;
    result[5] = image.read(edge, int2(4, 0), 2u, 1u, 1u).x;
    sparse[5] = image.sparse_read(edge, int2(4, 0), 2u, 1u, 1u).value().x;
    result[6] = image.read(edge, int2(4, 0), 2u, 1u, 2u).x;
    sparse[6] = image.sparse_read(edge, int2(4, 0), 2u, 1u, 2u).value().x;
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1), 2u, 1u);
    block[0] = b0.value<0, 0>().x;
    block[1] = b0.value<1, 0>().x;
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1), 2u, 1u);
    parts[0] = p0.value<0, 0>().x;
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>().x : T(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1), 2u, 1u);
    block[2] = b1.value<0, 0>().x;
    block[3] = b1.value<1, 0>().x;
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1), 2u, 1u);
    parts[2] = p1.value<0, 0>().x;
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>().x : T(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(3, 3), 2u, 1u);
    block[4] = b2.value<0, 0>().x;
    block[5] = b2.value<1, 0>().x;
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(3, 3), 2u, 1u);
    parts[4] = p2.value<0, 0>().x;
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>().x : T(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1), 2u, 1u);
    block[6] = b3.value<0, 0>().x;
    block[7] = b3.value<0, 1>().x;
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1), 2u, 1u);
    parts[6] = p3.value<0, 0>().x;
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>().x : T(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1), 2u, 1u);
    block[8] = b4.value<0, 0>().x;
    block[9] = b4.value<0, 1>().x;
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1), 2u, 1u);
    parts[8] = p4.value<0, 0>().x;
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>().x : T(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(3, 3), 2u, 1u);
    block[10] = b5.value<0, 0>().x;
    block[11] = b5.value<0, 1>().x;
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(3, 3), 2u, 1u);
    parts[10] = p5.value<0, 0>().x;
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>().x : T(99);
}
