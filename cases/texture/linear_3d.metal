//! title:     Linear filtering of a volume weighs texels along each of its three axes
//! verifies:  tex.t3d.sample
//! for:       (FORMAT, ONE) in (rgba8unorm, 255) (rgba16float, 1)
//! dispatch:  threads 4 x 4 x 4, threadgroup 4 x 4 x 4
//! in:        image texture3d<float>(FORMAT)[2, 2, 2] = values 0 0 0 ONE ONE 0 0 ONE 0 ONE 0 ONE ONE ONE 0 ONE 0 0
//!            ONE ONE ONE 0 ONE ONE 0 ONE ONE ONE ONE ONE ONE ONE
//! out:       result uint4[64]
//! expect:    result = values 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0 0 1 0 0 1 1 0 0 2 1 0 0 3 1 0 0 0 2 0 0 1 2 0 0 2 2 0
//!            0 3 2 0 0 0 3 0 0 1 3 0 0 2 3 0 0 3 3 0 0 0 0 1 0 1 0 1 0 2 0 1 0 3 0 1 0 0 1 1 0 1 1 1 0 2 1 1 0 3 1
//!            1 0 0 2 1 0 1 2 1 0 2 2 1 0 3 2 1 0 0 3 1 0 1 3 1 0 2 3 1 0 3 3 1 0 0 0 2 0 1 0 2 0 2 0 2 0 3 0 2 0 0
//!            1 2 0 1 1 2 0 2 1 2 0 3 1 2 0 0 2 2 0 1 2 2 0 2 2 2 0 3 2 2 0 0 3 2 0 1 3 2 0 2 3 2 0 3 3 2 0 0 0 3 0
//!            1 0 3 0 2 0 3 0 3 0 3 0 0 1 3 0 1 1 3 0 2 1 3 0 3 1 3 0 0 2 3 0 1 2 3 0 2 2 3 0 3 2 3 0 0 3 3 0 1 3 3
//!            0 2 3 3 0 3 3 3 0
//! mutant:    tex.t3d.sample | replace `filter::linear` with `filter::nearest`
//! mutant:    tex.t3d.sample | replace `0.125f * float3(at)` with `0.125f * float3(at.x, at.y, 2)`
//! mutant:    tex.t3d.sample | replace `0.125f * float3(at)` with `0.125f * float3(at.zyx)`
//! note:      Each of three components is one at the far end of an axis: quarters of it follow from that axis alone.

#include <metal_stdlib>
using namespace metal;

kernel void blend(texture3d<float> image [[texture(0)]], device uint4 *result [[buffer(0)]],
                  uint3 at [[thread_position_in_grid]])
{
    constexpr sampler blending(filter::linear);
    const float3 parts = image.sample(blending, 0.25f + 0.125f * float3(at)).xyz;
    result[16 * at.z + 4 * at.y + at.x] = uint4(uint3(rint(4 * parts)), 0);
}
