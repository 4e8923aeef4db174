//! title:     Linear filtering takes both texels by the address mode of their axis, at the seam and in the second period
//! verifies:  sampler.state.address sampler.state.filter
//! requires:  msl 2.3, feature border_color
//! for:       (MODE, OTHER, SEAM, A, B, C, D, E) in (repeat, clamp_to_edge, 0, 4.5, 4.5, 3, 1.5, 1.5)
//!            (mirrored_repeat, repeat, 0, 1, 8, 3, 6, 6) (clamp_to_edge, repeat, 0, 1, 1, 8, 1, 8)
//!            (clamp_to_zero, repeat, -2, 0, 0, 0, 0, 0) (clamp_to_border, repeat, -2, 1, 1, 1, 1, 1)
//! dispatch:  threads 5, threadgroup 5
//! in:        row texture2d<float>(r16float)[4, 1] = values 1 2 4 8
//! in:        column texture2d<float>(r16float)[1, 4] = values 1 2 4 8
//! in:        edges float[5] = values SEAM -4 6 -3 5
//! out:       along_x float[5]
//! out:       along_y float[5]
//! expect:    along_x = values A B C D E
//! expect:    along_y = values A B C D E
//! mutant:    sampler.state.address | replace `s_address::MODE` with `s_address::OTHER`
//! mutant:    sampler.state.address | replace `t_address::MODE` with `t_address::OTHER`
//! mutant:    sampler.state.filter | replace `filter::linear, s_address::MODE` with `filter::nearest, s_address::MODE`
//!            | for MODE=repeat MODE=mirrored_repeat
//! mutant:    sampler.state.filter | replace `filter::linear, s_address::OTHER` with `filter::nearest, s_address::OTHER`
//!            | for MODE=repeat MODE=mirrored_repeat
//! note:      A coordinate is an edge between two texels, so that each weighs a half. With a border both texels lie outside: how much
//!            of a border shows at the image's edge is not asked here.

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture2d<float> row [[texture(0)]], texture2d<float> column [[texture(1)]],
                 device const float *edges [[buffer(0)]], device float *along_x [[buffer(1)]],
                 device float *along_y [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler in_x(filter::linear, s_address::MODE, t_address::OTHER, border_color::opaque_white);
    constexpr sampler in_y(filter::linear, s_address::OTHER, t_address::MODE, border_color::opaque_white);
    along_x[i] = row.sample(in_x, float2(edges[i] / 4, 0.5f)).x;
    along_y[i] = column.sample(in_y, float2(0.5f, edges[i] / 4)).x;
}
