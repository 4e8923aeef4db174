//! title:     read of depth2d with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.depth2d.read.sampler tex.depth2d.sparse_read.sampler tex.depth2d.block_read
//! requires:  msl 4.1
//! dispatch:  pick(image, result, sparse, block, parts): threads 1, threadgroup 1
//! in:        image depth2d<float>(depth32float)[6, 5, 3] = iota(0, 0.0009765625)
//! out:       result float[10]
//! out:       sparse float[10]
//! out:       block float[12]
//! out:       parts float[12]
//! expect:    result = values 0 0.0078125 0.0283203125 0.0048828125 0.0234375 0.01171875 0.0166015625 0.0146484375 0.03125 0.03515625
//! expect:    sparse = values 0 0.0078125 0.0283203125 0.0048828125 0.0234375 0.01171875 0.0166015625 0.0146484375 0.03125 0.03515625
//! expect:    block = values 0.0068359375 0.0078125 0 0 0.0283203125 0.0283203125 0.0068359375 0.0126953125 0 0 0.0283203125 0.0283203125
//! expect:    parts = values 0.0068359375 0.0078125 0 0 0.0283203125 0.0283203125 0.0068359375 0.0126953125 0 0 0.0283203125 0.0283203125
//! mutant:    tex.depth2d.read.sampler | replace `image.read(edge, int2(2, 1))` with `image.read(edge, int2(1, 1))`
//! mutant:    tex.depth2d.read.sampler | replace `image.read(edge, int2(6, 5))` with `image.read(edge, int2(0, 0))`
//! mutant:    tex.depth2d.sparse_read.sampler | replace `image.sparse_read(edge, int2(2, 1))` with `image.sparse_read(edge, int2(1, 1))`
//! mutant:    tex.depth2d.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1))` with `image.block_read<2, 1>(edge, int2(0, 0))`
//! mutant:    tex.depth2d.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1))` with `image.block_read<1, 2>(edge, int2(1, 2))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depth2d<float> image [[texture(0)]],
                 device float *result [[buffer(0)]], device float *sparse [[buffer(1)]],
                 device float *block [[buffer(2)]], device float *parts [[buffer(3)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2));
    sparse[0] = image.sparse_read(edge, int2(-1, -2)).value();
    result[1] = image.read(edge, int2(2, 1));
    sparse[1] = image.sparse_read(edge, int2(2, 1)).value();
    result[2] = image.read(edge, int2(6, 5));
    sparse[2] = image.sparse_read(edge, int2(6, 5)).value();
    result[3] = image.read(edge, int2(5, -7));
    sparse[3] = image.sparse_read(edge, int2(5, -7)).value();
    result[4] = image.read(edge, int2(-100, 4));
    sparse[4] = image.sparse_read(edge, int2(-100, 4)).value();
    result[5] = image.read(edge, int2(2, 1), int2(-8, 1));
    sparse[5] = image.sparse_read(edge, int2(2, 1), int2(-8, 1)).value();
    result[6] = image.read(edge, int2(2, 1), int2(7, 1));
    sparse[6] = image.sparse_read(edge, int2(2, 1), int2(7, 1)).value();
    result[7] = image.read(edge, int2(2, 1), int2(1, 1));
    sparse[7] = image.sparse_read(edge, int2(2, 1), int2(1, 1)).value();
    result[8] = image.read(edge, int2(6, 0), int2(0), 1u);
    sparse[8] = image.sparse_read(edge, int2(6, 0), int2(0), 1u).value();
    result[9] = image.read(edge, int2(6, 0), int2(0), 2u);
    sparse[9] = image.sparse_read(edge, int2(6, 0), int2(0), 2u).value();
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1));
    block[0] = b0.value<0, 0>();
    block[1] = b0.value<1, 0>();
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1));
    parts[0] = p0.value<0, 0>();
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>() : float(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1));
    block[2] = b1.value<0, 0>();
    block[3] = b1.value<1, 0>();
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1));
    parts[2] = p1.value<0, 0>();
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>() : float(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(5, 4));
    block[4] = b2.value<0, 0>();
    block[5] = b2.value<1, 0>();
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(5, 4));
    parts[4] = p2.value<0, 0>();
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>() : float(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1));
    block[6] = b3.value<0, 0>();
    block[7] = b3.value<0, 1>();
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1));
    parts[6] = p3.value<0, 0>();
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>() : float(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1));
    block[8] = b4.value<0, 0>();
    block[9] = b4.value<0, 1>();
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1));
    parts[8] = p4.value<0, 0>();
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>() : float(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(5, 4));
    block[10] = b5.value<0, 0>();
    block[11] = b5.value<0, 1>();
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(5, 4));
    parts[10] = p5.value<0, 0>();
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>() : float(99);
}
