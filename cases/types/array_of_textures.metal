//! title:     Arrays of textures as arguments: every element is sampled or read, also of a constant array
//! verifies:  array.textures
//! requires:  msl 2.0
//! dispatch:  threads 1, threadgroup 1
//! in:        first texture2d<float>(r32float)[2, 1] = values 1 2
//! in:        second texture2d<float>(r32float)[2, 1] = values 3 4
//! in:        third texture2d<float>(r32float)[2, 1] = values 5 6
//! in:        fourth texture2d<float>(r32float)[2, 1] = values 7 8
//! out:       sampled float[4]
//! out:       of_reads float[4]
//! expect:    sampled = values 1 2 3 4
//! expect:    of_reads = values 5 6 7 8
//! mutant:    array.textures | replace `images[k].sample` with `images[0].sample`
//! mutant:    array.textures | replace `others[k].read` with `others[1].read`

#include <metal_stdlib>
using namespace metal;

kernel void pick(const array<texture2d<float>, 2> images [[texture(0)]],
                 const array<texture2d<float, access::read>, 2> others [[texture(2)]],
                 device float *sampled [[buffer(0)]], device float *of_reads [[buffer(1)]])
{
    constexpr sampler plain(coord::pixel, filter::nearest);
    for (uint k = 0; k < images.size(); k++)
        for (uint x = 0; x < 2; x++) {
            sampled[2 * k + x] = images[k].sample(plain, float2(x + 0.5f, 0.5f)).x;
            of_reads[2 * k + x] = others[k].read(uint2(x, 0)).x;
        }
}
