//! title:     A sampler that the host made and passes as an argument filters and addresses as the host set it
//! verifies:  sampler.host_object
//! for:       (FILTER, INSIDE) in (nearest, 4) (linear, 5.5);
//!            (ADDRESS, A, B, C, D) in (clamp_to_edge, 4, 8, 8, 4) (repeat, 8, 4, 8, 4) (mirrored_repeat, 4, 8, 4, 8)
//!            (clamp_to_zero, 0, 0, 0, 0)
//! dispatch:  threads 5, threadgroup 5
//! in:        image texture2d<float>(r16float)[2, 2] = values 4 8 8 16
//! in:        chosen sampler = filter FILTER, address ADDRESS
//! out:       result float[5]
//! out:       down float[5]
//! expect:    result = values A B C D INSIDE
//! expect:    down = values A B C D INSIDE
//! mutant:    sampler.host_object | replace `places[i], 0.25f` with `places[i], 0.75f`
//! mutant:    sampler.host_object | replace `0.25f, places[i]` with `0.75f, places[i]`

#include <metal_stdlib>
using namespace metal;

constant float places[] = {-0.25f, 1.25f, 1.75f, -0.75f, 0.4375f};

kernel void pick(texture2d<float> image [[texture(0)]], sampler chosen [[sampler(0)]],
                 device float *result [[buffer(0)]], device float *down [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = image.sample(chosen, float2(places[i], 0.25f)).x;
    down[i] = image.sample(chosen, float2(0.25f, places[i])).x;
}
