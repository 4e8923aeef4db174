//! title:     Between two levels both are filtered: each by the weights of its own size, then one with the other
//! verifies:  tex.lod.level sampler.state.mip_filter
//! requires:  msl 2.3
//! dispatch:  threads 5, threadgroup 5
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 0 64 128 192 0 64 128 192 0 64 128 192 0 64 128 192
//!            100 164 100 164 500
//! out:       both int[5]
//! out:       first int[5]
//! out:       last int[5]
//! expect:    both = values 48 63 78 93 108
//! expect:    first = values 64 73 82 91 100
//! expect:    last = values 108 206 304 402 500
//! mutant:    tex.lod.level | replace `blended, at, level(0.25f * i)` with `blended, at, level(0.25f * i + 0.25f)`
//! mutant:    sampler.state.mip_filter | replace `sampler blended(filter::linear, mip_filter::linear)` with
//!            `sampler blended(filter::linear, mip_filter::nearest)`
//! mutant:    sampler.state.mip_filter | replace `sampler sharp(mip_filter::linear)` with `sampler
//!            sharp(filter::linear, mip_filter::linear)`
//! mutant:    tex.lod.level | replace `level(1 + 0.25f * i)` with `level(1)`

#include <metal_stdlib>
using namespace metal;

kernel void blend(texture2d<float> image [[texture(0)]], device int *both [[buffer(0)]],
                  device int *first [[buffer(1)]], device int *last [[buffer(2)]],
                  uint i [[thread_position_in_grid]])
{
    constexpr sampler blended(filter::linear, mip_filter::linear);
    constexpr sampler sharp(mip_filter::linear);
    const float2 at = float2(0.3125f, 0.5f);
    both[i] = int(rint(image.sample(blended, at, level(0.25f * i)).x));
    first[i] = int(rint(image.sample(sharp, at, level(0.25f * i)).x));
    last[i] = int(rint(image.sample(blended, at, level(1 + 0.25f * i)).x));
}
