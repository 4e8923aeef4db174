//! title:     Linear filtering of colours weighs four texels along both axes, each component by itself
//! verifies:  sampler.state.filter
//! for:       (FORMAT, ONE) in (rgba8unorm, 255) (rgba8unorm_srgb, 255) (rgba16unorm, 65535) (rgba16float, 1)
//! dispatch:  threads 4 x 4, threadgroup 4 x 4
//! in:        image texture2d<float>(FORMAT)[2, 2] = values 0 0 0 0 ONE 0 0 ONE 0 ONE 0 ONE 0 0 ONE ONE
//! out:       result uint4[16]
//! expect:    result = values 0 0 0 0 4 0 0 4 8 0 0 8 12 0 0 12 0 4 0 4 3 3 1 7 6 2 2 10 9 1 3 13 0 8 0 8 2 6 2 10 4 4 4 12 6 2 6 14 0 12 0 12 1 9 3 13 2 6 6 14 3 3 9 15
//! note:      quarters have few enough bits for any weight (8 bits at least); a sixteenth is told from the next one
//! mutant:    sampler.state.filter | replace `filter::linear` with `filter::nearest`
//! mutant:    sampler.state.filter | replace `0.5f + 0.25f * float2(at)` with `0.5f + 0.25f * float2(at.yx)`
//! mutant:    sampler.state.filter | replace `0.5f + 0.25f * float2(at)` with `0.5f + 0.25f * float2(at.xx)`

#include <metal_stdlib>
using namespace metal;

kernel void blend(texture2d<float> image [[texture(0)]], device uint4 *result [[buffer(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    constexpr sampler blending(coord::pixel, filter::linear);
    result[4 * at.y + at.x] = uint4(rint(16.0f * image.sample(blending, 0.5f + 0.25f * float2(at))));
}
