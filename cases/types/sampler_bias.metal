//! title:     The bias of a sampler is added to the level of detail
//! verifies:  sampler.state.bias
//! requires:  msl 4.0, family metal4
//! dispatch:  threads 3, threadgroup 3
//! in:        image texture2d<float>(r16float)[4, 4, 3] = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 16 16 16 32
//! out:       result float[6]
//! expect:    result = values 16 32 32 0 16 32
//! mutant:    sampler.state.bias | replace `bias(1.0f)` with `bias(0.0f)`
//! note:      the bias is applied before sampling, so to a level that the call gives, too (MSL 2.10, table 2.8)

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]],
                 uint i [[thread_position_in_grid]])
{
    constexpr sampler shifted(mip_filter::nearest, bias(1.0f));
    constexpr sampler plain(mip_filter::nearest);
    result[i] = image.sample(shifted, float2(0.5f), level(float(i))).x;
    result[3 + i] = image.sample(plain, float2(0.5f), level(float(i))).x;
}
