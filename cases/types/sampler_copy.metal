//! title:     A sampler is copied from one argument buffer into another
//! verifies:  argbuf.tier2.sampler_copy
//! dispatch:  copy(from, to, image, result): threads 1, threadgroup 1
//! in:        image texture2d<float>(r16float)[2, 2] = values 4 8 16 24
//! in:        bordered sampler = address clamp_to_zero
//! in:        repeating sampler = address repeat
//! in:        from arguments = 0 repeating
//! in:        to arguments = 0 bordered
//! out:       result float[2]
//! expect:    result = values 0 8
//! mutant:    argbuf.tier2.sampler_copy | replace `to->chosen = from->chosen` with `from->chosen = to->chosen`

#include <metal_stdlib>
using namespace metal;

struct resources {
    sampler chosen;
};

kernel void copy(device resources *from [[buffer(0)]], device resources *to [[buffer(1)]],
                 texture2d<float> image [[texture(0)]], device float *result [[buffer(2)]])
{
    const float2 outside = float2(-0.25f, 0.25f);
    result[0] = image.sample(to->chosen, outside).x;
    to->chosen = from->chosen;
    result[1] = image.sample(to->chosen, outside).x;
}
