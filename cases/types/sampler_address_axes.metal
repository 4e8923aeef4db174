//! title:     The address mode of an axis leaves the other axis alone, and holds in the second period as well
//! verifies:  sampler.state.address
//! requires:  msl 1.2
//! for:       (MODE, OTHER, A, B, C, D) in (repeat, clamp_to_edge, 4, 1, 2, 3) (mirrored_repeat, repeat, 4, 1, 2, 2)
//!            (clamp_to_edge, clamp_to_zero, 1, 1, 1, 4) (clamp_to_zero, repeat, 0, 0, 0, 0)
//! dispatch:  threads 1, threadgroup 1
//! in:        row texture2d<float>(r16float)[4, 1] = values 1 2 3 4
//! in:        column texture2d<float>(r16float)[1, 4] = values 1 2 3 4
//! out:       along_x float[4]
//! out:       along_y float[4]
//! expect:    along_x = values A B C D
//! expect:    along_y = values A B C D
//! mutant:    sampler.state.address | replace `s_address::MODE` with `s_address::OTHER`
//! mutant:    sampler.state.address | replace `t_address::MODE` with `t_address::OTHER`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> row [[texture(0)]], texture2d<float> column [[texture(1)]],
                 device float *along_x [[buffer(0)]], device float *along_y [[buffer(1)]])
{
    constexpr sampler in_x(filter::nearest, s_address::MODE, t_address::OTHER);
    constexpr sampler in_y(filter::nearest, s_address::OTHER, t_address::MODE);
    // Texels -5, -8, -7 and 6.
    const float at[4] = {-1.125f, -1.875f, -1.625f, 1.625f};
    for (uint i = 0; i < 4; i++) {
        along_x[i] = row.sample(in_x, float2(at[i], 0.5f)).x;
        along_y[i] = column.sample(in_y, float2(0.5f, at[i])).x;
    }
}
