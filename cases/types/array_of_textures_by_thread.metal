//! title:     Each thread of a SIMD-group names a texture, a sampler and a buffer for itself
//! verifies:  array.textures.nonuniform
//! requires:  msl 2.3, family apple6
//! dispatch:  pick(t0, t1, t2, t3, which, read, sampled, by_sampler): threads 32, threadgroup 32
//! dispatch:  put(w0, w1, w2, w3, which): threads 32, threadgroup 32
//! dispatch:  follow(all, which, of_buffer, of_member): threads 32, threadgroup 32
//! in:        t0 texture2d<float>(r32float)[2, 1] = values 1 2
//! in:        t1 texture2d<float>(r32float)[2, 1] = values 3 4
//! in:        t2 texture2d<float>(r32float)[2, 1] = values 5 6
//! in:        t3 texture2d<float>(r32float)[2, 1] = values 7 8
//! in:        which uint[32] = values 2 0 3 1 1 3 0 2 2 2 1 0 3 1 2 0 0 1 2 3 3 2 1 0 2 0 1 3 1 1 0 2
//! in:        b0 uint[32] = iota(100)
//! in:        b1 uint[32] = iota(200)
//! in:        b2 uint[32] = iota(300)
//! in:        b3 uint[32] = iota(400)
//! in:        all arguments = 0 b0, 1 b1, 2 b2, 3 b3, 4 t0, 5 t1, 6 t2, 7 t3
//! inout:     w0 texture2d<float>(r32float)[32, 1] = zeros
//! inout:     w1 texture2d<float>(r32float)[32, 1] = zeros
//! inout:     w2 texture2d<float>(r32float)[32, 1] = zeros
//! inout:     w3 texture2d<float>(r32float)[32, 1] = zeros
//! out:       read float[32]
//! out:       sampled float[32]
//! out:       by_sampler float[32]
//! out:       of_buffer uint[32]
//! out:       of_member float[32]
//! expect:    read = values 5 1 7 3 3 7 1 5 5 5 3 1 7 3 5 1 1 3 5 7 7 5 3 1 5 1 3 7 3 3 1 5
//! expect:    sampled = values 6 2 8 4 4 8 2 6 6 6 4 2 8 4 6 2 2 4 6 8 8 6 4 2 6 2 4 8 4 4 2 6
//! expect:    by_sampler = values 1.5 1.5 2 2 2 2 1.5 1.5 1.5 1.5 2 1.5 2 2 1.5 1.5 1.5 2 1.5 2 2 1.5 2 1.5 1.5 1.5
//!            2 2 2 2 1.5 1.5
//! expect:    of_buffer = values 300 101 402 203 204 405 106 307 308 309 210 111 412 213 314 115 116 217 318 419
//!            420 321 222 123 324 125 226 427 228 229 130 331
//! expect:    of_member = values 5 1 7 3 3 7 1 5 5 5 3 1 7 3 5 1 1 3 5 7 7 5 3 1 5 1 3 7 3 3 1 5
//! expect:    w0 = values 0 2 0 0 0 0 7 0 0 0 0 12 0 0 0 16 17 0 0 0 0 0 0 24 0 26 0 0 0 0 31 0
//! expect:    w1 = values 0 0 0 4 5 0 0 0 0 0 11 0 0 14 0 0 0 18 0 0 0 0 23 0 0 0 27 0 29 30 0 0
//! expect:    w2 = values 1 0 0 0 0 0 0 8 9 10 0 0 0 0 15 0 0 0 19 0 0 22 0 0 25 0 0 0 0 0 0 32
//! expect:    w3 = values 0 0 3 0 0 6 0 0 0 0 0 0 13 0 0 0 0 0 0 20 21 0 0 0 0 0 0 28 0 0 0 0
//! mutant:    array.textures.nonuniform | replace `images[k].read(` with `images[which[0]].read(`
//! mutant:    array.textures.nonuniform | replace `images[k].sample(plain` with `images[which[0]].sample(plain`
//! mutant:    array.textures.nonuniform | replace `filters[k & 1]` with `filters[which[0] & 1]`
//! mutant:    array.textures.nonuniform | replace `images[k].write(` with `images[which[0]].write(`
//! mutant:    array.textures.nonuniform | replace `all.list[k][i]` with `all.list[which[0]][i]`
//! mutant:    array.textures.nonuniform | replace `all.image[k].read(` with `all.image[which[0]].read(`

#include <metal_stdlib>
using namespace metal;

constexpr array<sampler, 2> filters = {sampler(coord::pixel, filter::linear), sampler(coord::pixel, filter::nearest)};

kernel void pick(array<texture2d<float>, 4> images [[texture(0)]], device const uint *which [[buffer(0)]],
                 device float *read [[buffer(1)]], device float *sampled [[buffer(2)]],
                 device float *by_sampler [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler plain(coord::pixel, filter::nearest);
    const uint k = which[i];
    read[i] = images[k].read(uint2(0, 0)).x;
    sampled[i] = images[k].sample(plain, float2(1.5f, 0.5f)).x;
    by_sampler[i] = images[0].sample(filters[k & 1], float2(1, 0.5f)).x;
}

kernel void put(array<texture2d<float, access::write>, 4> images [[texture(0)]],
                device const uint *which [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    const uint k = which[i];
    images[k].write(float4(i + 1), uint2(i, 0));
}

struct resources {
    device const uint *list[4];
    array<texture2d<float>, 4> image;
};

kernel void follow(constant resources &all [[buffer(0)]], device const uint *which [[buffer(1)]],
                   device uint *of_buffer [[buffer(2)]], device float *of_member [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{
    const uint k = which[i];
    of_buffer[i] = all.list[k][i];
    of_member[i] = all.image[k].read(uint2(0, 0)).x;
}
