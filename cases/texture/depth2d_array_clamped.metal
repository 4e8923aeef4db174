//! title:     read of depth2d_array with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.depth2d_array.read.sampler tex.depth2d_array.block_read
//! requires:  msl 4.1
//! dispatch:  pick(image, result, block, parts): threads 1, threadgroup 1
//! in:        image depth2d_array<float>(depth32float)[6, 5, 4, 3] = iota(0, 0.0009765625)
//! out:       result float[10]
//! out:       block float[12]
//! out:       parts float[12]
//! expect:    result = values 0.029296875 0.037109375 0.0576171875 0.0341796875 0.052734375 0.041015625 0.0458984375 0.0439453125 0.125 0.1416015625
//! expect:    block = values 0.0361328125 0.037109375 0.029296875 0.029296875 0.0576171875 0.0576171875 0.0361328125 0.0419921875 0.029296875 0.029296875 0.0576171875 0.0576171875
//! expect:    parts = values 0.0361328125 0.037109375 0.029296875 0.029296875 0.0576171875 0.0576171875 0.0361328125 0.0419921875 0.029296875 0.029296875 0.0576171875 0.0576171875
//! mutant:    tex.depth2d_array.read.sampler | replace `image.read(edge, int2(2, 1), 1u)` with `image.read(edge, int2(1, 1), 1u)`
//! mutant:    tex.depth2d_array.read.sampler | replace `image.read(edge, int2(6, 5), 1u)` with `image.read(edge, int2(0, 0), 1u)`
//! mutant:    tex.depth2d_array.read.sampler | replace `image.read(edge, int2(2, 1), 1u)` with `image.read(edge, int2(2, 1), 0u)`
//! mutant:    tex.depth2d_array.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1), 1u)` with `image.block_read<2, 1>(edge, int2(0, 0), 1u)`
//! mutant:    tex.depth2d_array.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1), 1u)` with `image.block_read<1, 2>(edge, int2(1, 2), 1u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depth2d_array<float> image [[texture(0)]],
                 device float *result [[buffer(0)]], device float *block [[buffer(1)]],
                 device float *parts [[buffer(2)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2), 1u);
    result[1] = image.read(edge, int2(2, 1), 1u);
    result[2] = image.read(edge, int2(6, 5), 1u);
    result[3] = image.read(edge, int2(5, -7), 1u);
    result[4] = image.read(edge, int2(-100, 4), 1u);
    result[5] = image.read(edge, int2(2, 1), 1u, int2(-8, 1));
    result[6] = image.read(edge, int2(2, 1), 1u, int2(7, 1));
    result[7] = image.read(edge, int2(2, 1), 1u, int2(1, 1));
    result[8] = image.read(edge, int2(6, 0), 1u, int2(0), 1u);
    result[9] = image.read(edge, int2(6, 0), 1u, int2(0), 2u);
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1), 1u);
    block[0] = b0.value<0, 0>();
    block[1] = b0.value<1, 0>();
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1), 1u);
    parts[0] = p0.value<0, 0>();
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>() : float(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1), 1u);
    block[2] = b1.value<0, 0>();
    block[3] = b1.value<1, 0>();
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1), 1u);
    parts[2] = p1.value<0, 0>();
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>() : float(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(5, 4), 1u);
    block[4] = b2.value<0, 0>();
    block[5] = b2.value<1, 0>();
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(5, 4), 1u);
    parts[4] = p2.value<0, 0>();
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>() : float(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1), 1u);
    block[6] = b3.value<0, 0>();
    block[7] = b3.value<0, 1>();
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1), 1u);
    parts[6] = p3.value<0, 0>();
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>() : float(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1), 1u);
    block[8] = b4.value<0, 0>();
    block[9] = b4.value<0, 1>();
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1), 1u);
    parts[8] = p4.value<0, 0>();
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>() : float(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(5, 4), 1u);
    block[10] = b5.value<0, 0>();
    block[11] = b5.value<0, 1>();
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(5, 4), 1u);
    parts[10] = p5.value<0, 0>();
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>() : float(99);
}
