//! title:     Each of three axes has an address mode; repetitions go on for ever; a border has the colour asked for
//! verifies:  tex.t3d.sample
//! for:       (MODE, A, B, C, D) in (repeat, 3, 0, 2, 1) (mirrored_repeat, 0, 3, 2, 2) (clamp_to_edge, 0, 3, 3, 0)
//! dispatch:  pick(image, far, result, border): threads 1, threadgroup 1
//! in:        image texture3d<float>(r16float)[4, 4, 4] = iota
//! in:        far float[4] = values -0.125 1.125 2.625 -2.625
//! out:       result float[12]
//! out:       border float4[3]
//! expect:    result = values A B C D A*4 B*4 C*4 D*4 A*16 B*16 C*16 D*16
//! expect:    border = values 0 0 0 0 0 0 0 1 1 1 1 1
//! mutant:    tex.t3d.sample | replace `r_address::MODE` with `r_address::clamp_to_zero`
//! mutant:    tex.t3d.sample | replace `border_color::opaque_white` with `border_color::opaque_black`

#include <metal_stdlib>
using namespace metal;

kernel void pick(texture3d<float> image [[texture(0)]], device const float *far [[buffer(0)]],
                 device float *result [[buffer(1)]], device float4 *border [[buffer(2)]])
{
    constexpr sampler first(s_address::MODE), second(t_address::MODE), third(r_address::MODE);
    constexpr sampler clear(address::clamp_to_border, border_color::transparent_black);
    constexpr sampler black(address::clamp_to_border, border_color::opaque_black);
    constexpr sampler white(address::clamp_to_border, border_color::opaque_white);
    for (uint i = 0; i < 4; i++) {
        result[i] = image.sample(first, float3(far[i], 0.125f, 0.125f)).x;
        result[4 + i] = image.sample(second, float3(0.125f, far[i], 0.125f)).x;
        result[8 + i] = image.sample(third, float3(0.125f, 0.125f, far[i])).x;
    }
    border[0] = image.sample(clear, float3(0.125f, 0.125f, far[1]));
    border[1] = image.sample(black, float3(0.125f, 0.125f, far[1]));
    border[2] = image.sample(white, float3(0.125f, 0.125f, far[1]));
}
