//! title:     gather takes texels beyond an edge by the address mode of its sampler
//! verifies:  tex.gather.order tex.t2d.gather sampler.state.address
//! dispatch:  threads 5, threadgroup 5
//! in:        image texture2d<uint>(r32uint)[4, 3] = iota(1)
//! in:        at float2[5] = values 0 0 1 1 -0.5 -0.33333333 1.5 0.33333333 0.25 -1.33333333
//! out:       clamped uint4[5]
//! out:       repeated uint4[5]
//! out:       mirrored uint4[5]
//! expect:    clamped = values 1 1 1 1 12 12 12 12 1 1 1 1 8 8 4 4 1 2 2 1
//! expect:    repeated = values 4 1 9 12 4 1 9 12 10 11 7 6 6 7 3 2 9 10 6 5
//! expect:    mirrored = values 1 1 1 1 12 12 12 12 3 2 6 7 7 6 2 3 9 10 6 5
//! mutant:    sampler.state.address | replace `edge(address::clamp_to_edge)` with `edge(address::repeat)`
//! mutant:    sampler.state.address | replace `periodic(address::repeat)` with `periodic(address::clamp_to_edge)`
//! mutant:    sampler.state.address | replace `mirror(address::mirrored_repeat)` with `mirror(address::repeat)`
//! mutant:    tex.gather.order | replace `image.gather(periodic, at[i])` with `image.gather(periodic, at[i]).wxyz`
//! mutant:    tex.t2d.gather | replace `image.gather(mirror, at[i])` with `image.gather(mirror, at[0])`
//! note:      Each place is a corner of four texels, far from where another four would be taken.

#include <metal_stdlib>
using namespace metal;

kernel void collect(texture2d<uint> image [[texture(0)]], device const float2 *at [[buffer(0)]],
                    device uint4 *clamped [[buffer(1)]], device uint4 *repeated [[buffer(2)]],
                    device uint4 *mirrored [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler edge(address::clamp_to_edge), periodic(address::repeat), mirror(address::mirrored_repeat);
    clamped[i] = image.gather(edge, at[i]);
    repeated[i] = image.gather(periodic, at[i]);
    mirrored[i] = image.gather(mirror, at[i]);
}
