//! title:     Without a mip_filter a sampler takes level 0 alone
//! verifies:  sampler.state.mip_filter
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 16 16 16 16 32
//! out:       result float[3]
//! expect:    result = values 1 1 1
//! mutant:    sampler.state.mip_filter | replace `plain(filter::nearest)` with `plain(filter::nearest, mip_filter::nearest)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler plain(filter::nearest);
    for (uint i = 0; i < 3; i++)
        result[i] = image.sample(plain, float2(0.5f), level(float(i))).x;
}
