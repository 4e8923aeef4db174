//! title:     read of texture1d_array with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.t1d_array.read.sampler tex.t1d_array.block_read
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (float, r16float) (half, r16float) (int, r32sint) (ushort, r16uint)
//! dispatch:  pick(image, result, block, parts): threads 1, threadgroup 1
//! in:        image texture1d_array<T>(FORMAT)[6, 4] = iota
//! out:       result T[5]
//! out:       block T[6]
//! out:       parts T[6]
//! expect:    result = values 6 8 11 11 6
//! expect:    block = values 7 8 6 6 11 11
//! expect:    parts = values 7 8 6 6 11 11
//! mutant:    tex.t1d_array.read.sampler | replace `image.read(edge, 2, 1u)` with `image.read(edge, 1, 1u)`
//! mutant:    tex.t1d_array.read.sampler | replace `image.read(edge, 6, 1u)` with `image.read(edge, 0, 1u)`
//! mutant:    tex.t1d_array.read.sampler | replace `image.read(edge, 2, 1u)` with `image.read(edge, 2, 0u)`
//! mutant:    tex.t1d_array.block_read | replace `image.block_read<2, 1>(edge, 1, 1u)` with `image.block_read<2, 1>(edge, 0, 1u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture1d_array<T> image [[texture(0)]],
                 device T *result [[buffer(0)]], device T *block [[buffer(1)]],
                 device T *parts [[buffer(2)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, -1, 1u).x;
    result[1] = image.read(edge, 2, 1u).x;
    result[2] = image.read(edge, 6, 1u).x;
    result[3] = image.read(edge, 5, 1u).x;
    result[4] = image.read(edge, -100, 1u).x;
    const auto b0 = image.block_read<2, 1>(edge, 1, 1u);
    block[0] = b0.value<0, 0>().x;
    block[1] = b0.value<1, 0>().x;
    const auto p0 = image.sparse_block_read<2, 1>(edge, 1, 1u);
    parts[0] = p0.value<0, 0>().x;
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>().x : T(99);
    const auto b1 = image.block_read<2, 1>(edge, -1, 1u);
    block[2] = b1.value<0, 0>().x;
    block[3] = b1.value<1, 0>().x;
    const auto p1 = image.sparse_block_read<2, 1>(edge, -1, 1u);
    parts[2] = p1.value<0, 0>().x;
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>().x : T(99);
    const auto b2 = image.block_read<2, 1>(edge, 5, 1u);
    block[4] = b2.value<0, 0>().x;
    block[5] = b2.value<1, 0>().x;
    const auto p2 = image.sparse_block_read<2, 1>(edge, 5, 1u);
    parts[4] = p2.value<0, 0>().x;
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>().x : T(99);
}
