//! title:     An argument buffer has samplers at any id
//! verifies:  argbuf.id.monotonic
//! requires:  msl 2.0
//! dispatch:  sample(samplers, image, result): threads 1, threadgroup 1
//! in:        edge sampler = address clamp_to_edge
//! in:        again sampler = address repeat
//! in:        samplers arguments = 9 edge, 20 again
//! in:        image texture2d<float>(r32float)[2, 1] = values 3 5
//! out:       result float[2]
//! expect:    result = values 5 3
//! mutant:    argbuf.id.monotonic | replace `all.again` with `all.edge`

#include <metal_stdlib>
using namespace metal;

struct many {
    sampler edge [[id(9)]];
    sampler again [[id(20)]];
};

kernel void sample(constant many &all [[buffer(0)]], texture2d<float> image [[texture(0)]],
                   device float *result [[buffer(1)]])
{
    result[0] = image.sample(all.edge, float2(1.25f, 0.5f)).x;
    result[1] = image.sample(all.again, float2(1.25f, 0.5f)).x;
}
