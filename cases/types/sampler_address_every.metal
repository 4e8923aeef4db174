//! title:     Each axis of each kind of texture repeats, mirrors, clamps or has a border as its mode says, nearest or linear
//! verifies:  sampler.state.address sampler.state.filter
//! requires:  msl 2.3, feature border_color
//! subcases:  (MODE, OTHER, FILTER, HALF, LOW, HIGH, A, B, C, D, E, F, G, H) in
//!            (repeat, clamp_to_edge, nearest, 0.625, -0.375, 4.625, 8, 8, 1, 8, 4, 1, 8, 2) (repeat, clamp_to_edge,
//!            linear, 0, 0, 4, 6, 6, 4.5, 4.5, 3, 4.5, 6, 1.5) (mirrored_repeat, repeat, nearest, 0.625, -0.375,
//!            4.625, 1, 8, 8, 1, 4, 8, 1, 2) (mirrored_repeat, repeat, linear, 0, 0, 4, 1.5, 6, 8, 1, 3, 8, 1.5, 1.5)
//!            (clamp_to_edge, repeat, nearest, 0.625, -0.375, 4.625, 1, 1, 1, 1, 4, 8, 8, 8) (clamp_to_edge, repeat,
//!            linear, 0, 0, 4, 1, 1, 1, 1, 3, 8, 8, 8) (clamp_to_zero, repeat, nearest, 0.625, -0.375, 4.625, 0, 0,
//!            0, 0, 4, 0, 0, 0) (clamp_to_zero, repeat, linear, 0, -2, 6, 0, 0, 0, 0, 3, 0, 0, 0) (clamp_to_border,
//!            mirrored_repeat, nearest, 0.625, -0.375, 4.625, 1, 1, 1, 1, 4, 1, 1, 1) (clamp_to_border,
//!            mirrored_repeat, linear, 0, -2, 6, 1, 1, 1, 1, 3, 1, 1, 1)
//! dispatch:  threads 8, threadgroup 8
//! in:        place float[8] = values HALF-9 HALF-5 HALF-4 LOW HALF+2 HIGH HALF+7 HALF+9
//! in:        line texture1d<float>(r16float)[4] = values 1 2 4 8
//! in:        lines texture1d_array<float>(r16float)[4, 2] = values 0 0 0 0 1 2 4 8
//! in:        row texture2d<float>(r16float)[4, 1] = values 1 2 4 8
//! in:        column texture2d<float>(r16float)[1, 4] = values 1 2 4 8
//! in:        rows texture2d_array<float>(r16float)[4, 1, 2] = values 0 0 0 0 1 2 4 8
//! in:        columns texture2d_array<float>(r16float)[1, 4, 2] = values 0 0 0 0 1 2 4 8
//! in:        wide texture3d<float>(r16float)[4, 1, 1] = values 1 2 4 8
//! in:        high texture3d<float>(r16float)[1, 4, 1] = values 1 2 4 8
//! in:        deep texture3d<float>(r16float)[1, 1, 4] = values 1 2 4 8
//! out:       of_line float[8]
//! out:       of_lines float[8]
//! out:       of_row float[8]
//! out:       of_column float[8]
//! out:       of_rows float[8]
//! out:       of_columns float[8]
//! out:       of_wide float[8]
//! out:       of_high float[8]
//! out:       of_deep float[8]
//! expect:    of_line = values A B C D E F G H
//! expect:    of_lines = values A B C D E F G H
//! expect:    of_row = values A B C D E F G H
//! expect:    of_column = values A B C D E F G H
//! expect:    of_rows = values A B C D E F G H
//! expect:    of_columns = values A B C D E F G H
//! expect:    of_wide = values A B C D E F G H
//! expect:    of_high = values A B C D E F G H
//! expect:    of_deep = values A B C D E F G H
//! mutant:    sampler.state.address | replace `s_address::MODE` with `s_address::OTHER`
//! mutant:    sampler.state.address | replace `t_address::MODE` with `t_address::OTHER`
//! mutant:    sampler.state.address | replace `r_address::MODE` with `r_address::OTHER`
//! mutant:    sampler.state.filter | replace `in_x(filter::FILTER` with `in_x(filter::linear`
//! mutant:    sampler.state.filter | replace `in_y(filter::FILTER` with `in_y(filter::nearest`
//! mutant:    sampler.state.filter | replace `in_z(filter::FILTER` with `in_z(filter::nearest`
//! note:      Places are counted in texels. Linear filtering is asked at the edge of two texels, so that each weighs a half; with a
//!            border both lie outside: how much of a border shows at the image's edge is not asked here.

#include <metal_stdlib>
using namespace metal;

kernel void pick(device const float *place [[buffer(0)]],
                 texture1d<float> line [[texture(0)]], texture1d_array<float> lines [[texture(1)]], texture2d<float> row [[texture(2)]], texture2d<float> column [[texture(3)]], texture2d_array<float> rows [[texture(4)]], texture2d_array<float> columns [[texture(5)]], texture3d<float> wide [[texture(6)]], texture3d<float> high [[texture(7)]], texture3d<float> deep [[texture(8)]], device float *of_line [[buffer(1)]], device float *of_lines [[buffer(2)]], device float *of_row [[buffer(3)]], device float *of_column [[buffer(4)]], device float *of_rows [[buffer(5)]], device float *of_columns [[buffer(6)]], device float *of_wide [[buffer(7)]], device float *of_high [[buffer(8)]], device float *of_deep [[buffer(9)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler in_x(filter::FILTER, s_address::MODE, t_address::OTHER, r_address::OTHER, border_color::opaque_white);
    constexpr sampler in_y(filter::FILTER, s_address::OTHER, t_address::MODE, r_address::OTHER, border_color::opaque_white);
    constexpr sampler in_z(filter::FILTER, s_address::OTHER, t_address::OTHER, r_address::MODE, border_color::opaque_white);
    const float at = place[i] / 4;
    of_line[i] = line.sample(in_x, at).x;
    of_lines[i] = lines.sample(in_x, at, 1u).x;
    of_row[i] = row.sample(in_x, float2(at, 0.5f)).x;
    of_column[i] = column.sample(in_y, float2(0.5f, at)).x;
    of_rows[i] = rows.sample(in_x, float2(at, 0.5f), 1u).x;
    of_columns[i] = columns.sample(in_y, float2(0.5f, at), 1u).x;
    of_wide[i] = wide.sample(in_x, float3(at, 0.5f, 0.5f)).x;
    of_high[i] = high.sample(in_y, float3(0.5f, at, 0.5f)).x;
    of_deep[i] = deep.sample(in_z, float3(0.5f, 0.5f, at)).x;
}
