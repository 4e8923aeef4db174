//! title:     Linear filtering of a line weighs two texels of it, whatever the address mode would give above and below
//! verifies:  sampler.state.filter tex.t1d.sample tex.t1d_array.sample
//! for:       MODE in clamp_to_edge clamp_to_zero repeat mirrored_repeat
//! dispatch:  threads 7, threadgroup 7
//! in:        line texture1d<float>(r16float)[4] = values 4 8 16 32
//! in:        lines texture1d_array<float>(r16float)[4, 2] = values 0 0 0 0 4 8 16 32
//! out:       alone uint[7]
//! out:       of_several uint[7]
//! expect:    alone = values 16 20 24 28 32 40 48
//! expect:    of_several = values 16 20 24 28 32 40 48
//! mutant:    tex.t1d.sample | replace `line.sample(blending, x)` with `line.sample(blending, 0.5f + x)`
//! mutant:    tex.t1d_array.sample | replace `lines.sample(blending, x, 1u)` with `lines.sample(blending, x, 0u)`
//! mutant:    sampler.state.filter | replace `filter::linear` with `filter::nearest`
//! note:      quarters of texels have few enough bits for any weight; the ends of the line are not come to

#include <metal_stdlib>
using namespace metal;

kernel void blend(texture1d<float> line [[texture(0)]], texture1d_array<float> lines [[texture(1)]],
                  device uint *alone [[buffer(0)]], device uint *of_several [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    constexpr sampler blending(address::MODE, filter::linear);
    const float x = (0.5f + 0.25f * float(i)) / 4.0f;
    alone[i] = uint(rint(4.0f * line.sample(blending, x).x));
    of_several[i] = uint(rint(4.0f * lines.sample(blending, x, 1u).x));
}
