//! title:     read of depthcube_array with a sampler takes coordinates beyond the edge for those at it; a block read gives neighbours
//! verifies:  tex.depthcube_array.read.sampler tex.depthcube_array.sparse_read.sampler tex.depthcube_array.block_read
//! requires:  msl 4.1
//! dispatch:  pick(image, result, sparse, block, parts): threads 1, threadgroup 1
//! in:        image depthcube_array<float>(depth32float)[4, 4, 2, 3] = iota(0, 0.0009765625)
//! out:       result float[7]
//! out:       sparse float[7]
//! out:       block float[12]
//! out:       parts float[12]
//! expect:    result = values 0.125 0.130859375 0.1396484375 0.1279296875 0.13671875 0.2197265625 0.2421875
//! expect:    sparse = values 0.125 0.130859375 0.1396484375 0.1279296875 0.13671875 0.2197265625 0.2421875
//! expect:    block = values 0.1298828125 0.130859375 0.125 0.125 0.1396484375 0.1396484375 0.1298828125 0.1337890625 0.125 0.125 0.1396484375 0.1396484375
//! expect:    parts = values 0.1298828125 0.130859375 0.125 0.125 0.1396484375 0.1396484375 0.1298828125 0.1337890625 0.125 0.125 0.1396484375 0.1396484375
//! mutant:    tex.depthcube_array.read.sampler | replace `image.read(edge, int2(2, 1), 2u, 1u)` with `image.read(edge, int2(1, 1), 2u, 1u)`
//! mutant:    tex.depthcube_array.read.sampler | replace `image.read(edge, int2(4, 4), 2u, 1u)` with `image.read(edge, int2(0, 0), 2u, 1u)`
//! mutant:    tex.depthcube_array.read.sampler | replace `image.read(edge, int2(2, 1), 2u, 1u)` with `image.read(edge, int2(2, 1), 2u, 0u)`
//! mutant:    tex.depthcube_array.sparse_read.sampler | replace `image.sparse_read(edge, int2(2, 1), 2u, 1u)` with `image.sparse_read(edge, int2(1, 1), 2u, 1u)`
//! mutant:    tex.depthcube_array.block_read | replace `image.block_read<2, 1>(edge, int2(1, 1), 2u, 1u)` with `image.block_read<2, 1>(edge, int2(0, 0), 2u, 1u)`
//! mutant:    tex.depthcube_array.block_read | replace `image.block_read<1, 2>(edge, int2(1, 1), 2u, 1u)` with `image.block_read<1, 2>(edge, int2(1, 2), 2u, 1u)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depthcube_array<float> image [[texture(0)]],
                 device float *result [[buffer(0)]], device float *sparse [[buffer(1)]],
                 device float *block [[buffer(2)]], device float *parts [[buffer(3)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int2(-1, -2), 2u, 1u);
    sparse[0] = image.sparse_read(edge, int2(-1, -2), 2u, 1u).value();
    result[1] = image.read(edge, int2(2, 1), 2u, 1u);
    sparse[1] = image.sparse_read(edge, int2(2, 1), 2u, 1u).value();
    result[2] = image.read(edge, int2(4, 4), 2u, 1u);
    sparse[2] = image.sparse_read(edge, int2(4, 4), 2u, 1u).value();
    result[3] = image.read(edge, int2(3, -7), 2u, 1u);
    sparse[3] = image.sparse_read(edge, int2(3, -7), 2u, 1u).value();
    result[4] = image.read(edge, int2(-100, 3), 2u, 1u);
    sparse[4] = image.sparse_read(edge, int2(-100, 3), 2u, 1u).value();
    result[5] = image.read(edge, int2(4, 0), 2u, 1u, 1u);
    sparse[5] = image.sparse_read(edge, int2(4, 0), 2u, 1u, 1u).value();
    result[6] = image.read(edge, int2(4, 0), 2u, 1u, 2u);
    sparse[6] = image.sparse_read(edge, int2(4, 0), 2u, 1u, 2u).value();
    const auto b0 = image.block_read<2, 1>(edge, int2(1, 1), 2u, 1u);
    block[0] = b0.value<0, 0>();
    block[1] = b0.value<1, 0>();
    const auto p0 = image.sparse_block_read<2, 1>(edge, int2(1, 1), 2u, 1u);
    parts[0] = p0.value<0, 0>();
    parts[1] = p0.resident<1, 0>() ? p0.value<1, 0>() : float(99);
    const auto b1 = image.block_read<2, 1>(edge, int2(-1, -1), 2u, 1u);
    block[2] = b1.value<0, 0>();
    block[3] = b1.value<1, 0>();
    const auto p1 = image.sparse_block_read<2, 1>(edge, int2(-1, -1), 2u, 1u);
    parts[2] = p1.value<0, 0>();
    parts[3] = p1.resident<1, 0>() ? p1.value<1, 0>() : float(99);
    const auto b2 = image.block_read<2, 1>(edge, int2(3, 3), 2u, 1u);
    block[4] = b2.value<0, 0>();
    block[5] = b2.value<1, 0>();
    const auto p2 = image.sparse_block_read<2, 1>(edge, int2(3, 3), 2u, 1u);
    parts[4] = p2.value<0, 0>();
    parts[5] = p2.resident<1, 0>() ? p2.value<1, 0>() : float(99);
    const auto b3 = image.block_read<1, 2>(edge, int2(1, 1), 2u, 1u);
    block[6] = b3.value<0, 0>();
    block[7] = b3.value<0, 1>();
    const auto p3 = image.sparse_block_read<1, 2>(edge, int2(1, 1), 2u, 1u);
    parts[6] = p3.value<0, 0>();
    parts[7] = p3.resident<0, 1>() ? p3.value<0, 1>() : float(99);
    const auto b4 = image.block_read<1, 2>(edge, int2(-1, -1), 2u, 1u);
    block[8] = b4.value<0, 0>();
    block[9] = b4.value<0, 1>();
    const auto p4 = image.sparse_block_read<1, 2>(edge, int2(-1, -1), 2u, 1u);
    parts[8] = p4.value<0, 0>();
    parts[9] = p4.resident<0, 1>() ? p4.value<0, 1>() : float(99);
    const auto b5 = image.block_read<1, 2>(edge, int2(3, 3), 2u, 1u);
    block[10] = b5.value<0, 0>();
    block[11] = b5.value<0, 1>();
    const auto p5 = image.sparse_block_read<1, 2>(edge, int2(3, 3), 2u, 1u);
    parts[10] = p5.value<0, 0>();
    parts[11] = p5.resident<0, 1>() ? p5.value<0, 1>() : float(99);
}
