//! title:     Between texel centres nearest gives a texel, linear their mean; minimum and maximum reduce the footprint
//! verifies:  sampler.state.filter sampler.state.reduction
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[2, 2] = values 0 8 16 24
//! out:       result float[6]
//! expect:    result = values 8 4 12 0 24 16
//! mutant:    sampler.state.filter | replace `linear, float2(1.0f, 0.5f)` with `nearest, float2(1.0f, 0.5f)`
//! mutant:    sampler.state.filter | replace `nearest, float2(1.25f, 0.5f)` with `linear, float2(1.25f, 0.5f)`
//! mutant:    sampler.state.reduction | replace `lowest, float2(1.0f, 1.0f)` with `highest, float2(1.0f, 1.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler nearest(coord::pixel, filter::nearest);
    constexpr sampler linear(coord::pixel, filter::linear);
    constexpr sampler lowest(coord::pixel, filter::linear, reduction::minimum);
    constexpr sampler highest(coord::pixel, filter::linear, reduction::maximum);
    constexpr sampler parts(coord::pixel, min_filter::nearest, mag_filter::nearest, reduction::weighted_average);
    result[0] = image.sample(nearest, float2(1.25f, 0.5f)).x;
    result[1] = image.sample(linear, float2(1.0f, 0.5f)).x;
    result[2] = image.sample(linear, float2(1.0f, 1.0f)).x;
    result[3] = image.sample(lowest, float2(1.0f, 1.0f)).x;
    result[4] = image.sample(highest, float2(1.0f, 1.0f)).x;
    result[5] = image.sample(parts, float2(0.75f, 1.25f)).x;
}
