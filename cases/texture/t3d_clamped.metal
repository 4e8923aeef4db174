//! title:     read of texture3d with a sampler takes coordinates beyond the edge for those at it
//! verifies:  tex.t3d.read.sampler tex.t3d.sparse_read.sampler
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (float, r16float) (half, r16float) (int, r32sint) (ushort, r16uint)
//! dispatch:  pick(image, result, sparse): threads 1, threadgroup 1
//! in:        image texture3d<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result T[10]
//! out:       sparse T[10]
//! expect:    result = values 0 38 119 95 24 42 47 45 128 132
//! expect:    sparse = values 0 38 119 95 24 42 47 45 128 132
//! mutant:    tex.t3d.read.sampler | replace `image.read(edge, int3(2, 1, 1))` with `image.read(edge, int3(1, 1, 1))`
//! mutant:    tex.t3d.read.sampler | replace `image.read(edge, int3(6, 5, 4))` with `image.read(edge, int3(0, 0, 0))`
//! mutant:    tex.t3d.sparse_read.sampler | replace `image.sparse_read(edge, int3(2, 1, 1))` with `image.sparse_read(edge, int3(1, 1, 1))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture3d<T> image [[texture(0)]],
                 device T *result [[buffer(0)]], device T *sparse [[buffer(1)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    result[0] = image.read(edge, int3(-1, -2, -1)).x;
    sparse[0] = image.sparse_read(edge, int3(-1, -2, -1)).value().x;
    result[1] = image.read(edge, int3(2, 1, 1)).x;
    sparse[1] = image.sparse_read(edge, int3(2, 1, 1)).value().x;
    result[2] = image.read(edge, int3(6, 5, 4)).x;
    sparse[2] = image.sparse_read(edge, int3(6, 5, 4)).value().x;
    result[3] = image.read(edge, int3(5, -7, 7)).x;
    sparse[3] = image.sparse_read(edge, int3(5, -7, 7)).value().x;
    result[4] = image.read(edge, int3(-100, 4, 0)).x;
    sparse[4] = image.sparse_read(edge, int3(-100, 4, 0)).value().x;
    result[5] = image.read(edge, int3(2, 1, 1), int3(-8, 1, 0)).x;
    sparse[5] = image.sparse_read(edge, int3(2, 1, 1), int3(-8, 1, 0)).value().x;
    result[6] = image.read(edge, int3(2, 1, 1), int3(7, 1, 0)).x;
    sparse[6] = image.sparse_read(edge, int3(2, 1, 1), int3(7, 1, 0)).value().x;
    result[7] = image.read(edge, int3(2, 1, 1), int3(1, 1, 0)).x;
    sparse[7] = image.sparse_read(edge, int3(2, 1, 1), int3(1, 1, 0)).value().x;
    result[8] = image.read(edge, int3(6, 0, 1), int3(0), 1u).x;
    sparse[8] = image.sparse_read(edge, int3(6, 0, 1), int3(0), 1u).value().x;
    result[9] = image.read(edge, int3(6, 0, 1), int3(0), 2u).x;
    sparse[9] = image.sparse_read(edge, int3(6, 0, 1), int3(0), 2u).value().x;
}
