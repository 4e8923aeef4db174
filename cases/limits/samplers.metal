//! title:     A kernel takes 16 samplers
//! verifies:  limit.samplers
//! requires:  msl 2.0, family apple4
//! dispatch:  threads 1, threadgroup 1
//! in:        image texture2d<float>(r8unorm)[2, 1] = values 0 255
//! in:        s0 sampler = address clamp_to_edge
//! in:        s1 sampler = address repeat
//! in:        s2 sampler = address clamp_to_edge
//! in:        s3 sampler = address repeat
//! in:        s4 sampler = address clamp_to_edge
//! in:        s5 sampler = address repeat
//! in:        s6 sampler = address clamp_to_edge
//! in:        s7 sampler = address repeat
//! in:        s8 sampler = address clamp_to_edge
//! in:        s9 sampler = address repeat
//! in:        s10 sampler = address clamp_to_edge
//! in:        s11 sampler = address repeat
//! in:        s12 sampler = address clamp_to_edge
//! in:        s13 sampler = address repeat
//! in:        s14 sampler = address clamp_to_edge
//! in:        s15 sampler = address repeat
//! out:       result float[16]
//! expect:    result = values 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
//! mutant:    limit.samplers | replace `sample(s15,` with `sample(s14,`
//! mutant:    limit.samplers | replace `sample(s8,` with `sample(s7,`

#include <metal_stdlib>
using namespace metal;

kernel void take(texture2d<float> image [[texture(0)]], sampler s0 [[sampler(0)]], sampler s1 [[sampler(1)]],
                 sampler s2 [[sampler(2)]], sampler s3 [[sampler(3)]], sampler s4 [[sampler(4)]],
                 sampler s5 [[sampler(5)]], sampler s6 [[sampler(6)]], sampler s7 [[sampler(7)]],
                 sampler s8 [[sampler(8)]], sampler s9 [[sampler(9)]], sampler s10 [[sampler(10)]],
                 sampler s11 [[sampler(11)]], sampler s12 [[sampler(12)]], sampler s13 [[sampler(13)]],
                 sampler s14 [[sampler(14)]], sampler s15 [[sampler(15)]], device float *result [[buffer(0)]])
{
    const float2 at = float2(1.25f, 0.5f);
    result[0] = image.sample(s0, at).x;
    result[1] = image.sample(s1, at).x;
    result[2] = image.sample(s2, at).x;
    result[3] = image.sample(s3, at).x;
    result[4] = image.sample(s4, at).x;
    result[5] = image.sample(s5, at).x;
    result[6] = image.sample(s6, at).x;
    result[7] = image.sample(s7, at).x;
    result[8] = image.sample(s8, at).x;
    result[9] = image.sample(s9, at).x;
    result[10] = image.sample(s10, at).x;
    result[11] = image.sample(s11, at).x;
    result[12] = image.sample(s12, at).x;
    result[13] = image.sample(s13, at).x;
    result[14] = image.sample(s14, at).x;
    result[15] = image.sample(s15, at).x;
}
