//! title:     Texture buffers are read, written, asked for their width, and changed by atomics; a sampler clamps to the edge
//! verifies:  tex.buffer.read tex.buffer.write tex.buffer.get_width tex.buffer.oob tex.buffer.read.sampler
//!            tex.buffer.atomic.signatures
//! requires:  msl 4.1
//! for:       (T, FORMAT) in (int, r32sint) (uint, r32uint)
//! dispatch:  use(data, copy, result): threads 1, threadgroup 1
//! dispatch:  change(counts, before): threads 1, threadgroup 1
//! in:        data texture_buffer<T>(FORMAT)[20] = iota(5)
//! out:       copy texture_buffer<T>(FORMAT)[20]
//! inout:     counts texture_buffer<T>(FORMAT)[20] = iota(5)
//! out:       result T[5]
//! out:       before T[4]
//! expect:    copy = same data
//! expect:    result = values 20 0 1 5 24
//! expect:    before = values 5 6 7 8
//! expect:    counts = values 5 9 9 8 13 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
//! mutant:    tex.buffer.read | replace `data.read(i)` with `data.read(i ^ 1)`
//! mutant:    tex.buffer.write | replace `copy.write(texel, i)` with `copy.write(texel, i ^ 1)`
//! mutant:    tex.buffer.get_width | replace `T(data.get_width())` with `T(data.get_width() + 1)`
//! mutant:    tex.buffer.oob | replace `beyond = data.read(20u)` with `beyond = data.read(19u)`
//! mutant:    tex.buffer.read.sampler | replace `data.read(edge, -3)` with `data.read(edge, 3)`
//! mutant:    tex.buffer.read.sampler | replace `data.read(edge, 20)` with `data.read(edge, 18)`
//! mutant:    tex.buffer.atomic.signatures | replace `counts.atomic_fetch_add(2u,` with `counts.atomic_fetch_add(5u,`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture_buffer<T, access::read> data [[texture(0)]], texture_buffer<T, access::write> copy [[texture(1)]],
                device T *result [[buffer(0)]])
{
    constexpr sampler edge(coord::pixel, address::clamp_to_edge);
    for (uint i = 0; i < 20; i++) {
        const vec<T, 4> texel = data.read(i);
        copy.write(texel, i);
    }
    copy.write(vec<T, 4>(99), 20u);
    const vec<T, 4> beyond = data.read(20u);
    result[0] = T(data.get_width());
    result[1] = beyond.x;
    result[2] = beyond.w;
    result[3] = data.read(edge, -3).x;
    result[4] = data.read(edge, 20).x;
}

kernel void change(texture_buffer<T, access::read_write> counts [[texture(0)]], device T *before [[buffer(0)]])
{
    before[0] = counts.atomic_load(0u).x;
    before[1] = counts.atomic_exchange(ushort(1), vec<T, 4>(9)).x;
    before[2] = counts.atomic_fetch_add(2u, vec<T, 4>(2)).x;
    before[3] = counts.atomic_fetch_max(ushort(3), vec<T, 4>(2)).x;
    counts.atomic_store(vec<T, 4>(13), 4u);
}
