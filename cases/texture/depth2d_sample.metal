//! title:     sample of depth2d, with each option, takes the texel of that place and level; sample_compare compares it
//! verifies:  tex.depth2d.sample tex.depth2d.sample.options tex.depth2d.sample_compare tex.depth2d.sample_compare.options
//! requires:  msl 2.2
//! dispatch:  pick(image, depths, result, equal, other): threads 1, threadgroup 1
//! in:        image depth2d<float>(depth32float)[6, 5, 3] = iota(0, 0.0009765625)
//! in:        depths float[24] = values 0 0.029296875 0.03515625 0.03515625 0 0.03515625 0.029296875 0.029296875 0.03515625 0.03515625 0.029296875 0.03515625 0.0126953125 0.033203125 0.03515625 0.03515625 0.0126953125 0.03515625 0.033203125 0.033203125 0.03515625 0.03515625 0.033203125 0.03515625
//! out:       result float[24]
//! out:       equal float[24]
//! out:       other float[24]
//! expect:    result = values 0 0.029296875 0.03515625 0.03515625 0 0.03515625 0.029296875 0.029296875 0.03515625 0.03515625 0.029296875 0.03515625 0.0126953125 0.033203125 0.03515625 0.03515625 0.0126953125 0.03515625 0.033203125 0.033203125 0.03515625 0.03515625 0.033203125 0.03515625
//! expect:    equal = values 1 …
//! expect:    other = values 0 …
//! mutant:    tex.depth2d.sample | replace `image.sample(stepped, float2(0.05f))` with `image.sample(stepped, float2(0.95f))`
//! mutant:    tex.depth2d.sample.options | replace `image.sample(stepped, float2(0.05f), level(1.0f))` with `image.sample(stepped, float2(0.05f), level(0.0f))`
//! mutant:    tex.depth2d.sample.options | replace `image.sample(stepped, float2(0.05f), bias(2.0f))` with `image.sample(stepped, float2(0.05f), level(0.0f))`
//! mutant:    tex.depth2d.sample.options | replace `image.sample(stepped, float2(0.05f), min_lod_clamp(1.0f))` with `image.sample(stepped, float2(0.05f), level(0.0f))`
//! mutant:    tex.depth2d.sample.options | replace `image.sample(stepped, float2(0.05f), gradient2d(float2(1000.0f), float2(1000.0f)))` with `image.sample(stepped, float2(0.05f), gradient2d(float2(0.0f), float2(0.0f)))`
//! mutant:    tex.depth2d.sample.options | replace `image.sample(stepped, float2(0.05f), bias(0.0f), min_lod_clamp(2.0f))` with `image.sample(stepped, float2(0.05f), bias(0.0f), min_lod_clamp(0.0f))`
//! mutant:    tex.depth2d.sample_compare | replace `image.sample_compare(same, float2(0.05f), depths[0])` with `image.sample_compare(same, float2(0.95f), depths[0])`
//! mutant:    tex.depth2d.sample_compare.options | replace `image.sample_compare(same, float2(0.05f), depths[1], level(1.0f))` with `image.sample_compare(same, float2(0.05f), depths[1], level(0.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void pick(depth2d<float> image [[texture(0)]], device const float *depths [[buffer(0)]], device float *result [[buffer(1)]],
                 device float *equal [[buffer(2)]], device float *other [[buffer(3)]])
{
    constexpr sampler stepped(mip_filter::nearest);
    constexpr sampler same(mip_filter::nearest, compare_func::equal);
    constexpr sampler less(mip_filter::nearest, compare_func::less);
    result[0] = image.sample(stepped, float2(0.05f));
    equal[0] = image.sample_compare(same, float2(0.05f), depths[0]);
    other[0] = image.sample_compare(less, float2(0.05f), depths[0]);
    result[1] = image.sample(stepped, float2(0.05f), level(1.0f));
    equal[1] = image.sample_compare(same, float2(0.05f), depths[1], level(1.0f));
    other[1] = image.sample_compare(less, float2(0.05f), depths[1], level(1.0f));
    result[2] = image.sample(stepped, float2(0.05f), level(2.0f));
    equal[2] = image.sample_compare(same, float2(0.05f), depths[2], level(2.0f));
    other[2] = image.sample_compare(less, float2(0.05f), depths[2], level(2.0f));
    result[3] = image.sample(stepped, float2(0.05f), bias(2.0f));
    equal[3] = image.sample_compare(same, float2(0.05f), depths[3], bias(2.0f));
    other[3] = image.sample_compare(less, float2(0.05f), depths[3], bias(2.0f));
    result[4] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.0f), float2(0.0f)));
    equal[4] = image.sample_compare(same, float2(0.05f), depths[4], gradient2d(float2(0.0f), float2(0.0f)));
    other[4] = image.sample_compare(less, float2(0.05f), depths[4], gradient2d(float2(0.0f), float2(0.0f)));
    result[5] = image.sample(stepped, float2(0.05f), gradient2d(float2(1000.0f), float2(1000.0f)));
    equal[5] = image.sample_compare(same, float2(0.05f), depths[5], gradient2d(float2(1000.0f), float2(1000.0f)));
    other[5] = image.sample_compare(less, float2(0.05f), depths[5], gradient2d(float2(1000.0f), float2(1000.0f)));
    result[6] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)));
    equal[6] = image.sample_compare(same, float2(0.05f), depths[6], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)));
    other[6] = image.sample_compare(less, float2(0.05f), depths[6], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)));
    result[7] = image.sample(stepped, float2(0.05f), min_lod_clamp(1.0f));
    equal[7] = image.sample_compare(same, float2(0.05f), depths[7], min_lod_clamp(1.0f));
    other[7] = image.sample_compare(less, float2(0.05f), depths[7], min_lod_clamp(1.0f));
    result[8] = image.sample(stepped, float2(0.05f), bias(0.0f), min_lod_clamp(2.0f));
    equal[8] = image.sample_compare(same, float2(0.05f), depths[8], bias(0.0f), min_lod_clamp(2.0f));
    other[8] = image.sample_compare(less, float2(0.05f), depths[8], bias(0.0f), min_lod_clamp(2.0f));
    result[9] = image.sample(stepped, float2(0.05f), bias(2.0f), min_lod_clamp(1.0f));
    equal[9] = image.sample_compare(same, float2(0.05f), depths[9], bias(2.0f), min_lod_clamp(1.0f));
    other[9] = image.sample_compare(less, float2(0.05f), depths[9], bias(2.0f), min_lod_clamp(1.0f));
    result[10] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f));
    equal[10] = image.sample_compare(same, float2(0.05f), depths[10], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f));
    other[10] = image.sample_compare(less, float2(0.05f), depths[10], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f));
    result[11] = image.sample(stepped, float2(0.05f), gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f));
    equal[11] = image.sample_compare(same, float2(0.05f), depths[11], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f));
    other[11] = image.sample_compare(less, float2(0.05f), depths[11], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f));
    result[12] = image.sample(stepped, float2(0.05f), int2(1, 2));
    equal[12] = image.sample_compare(same, float2(0.05f), depths[12], int2(1, 2));
    other[12] = image.sample_compare(less, float2(0.05f), depths[12], int2(1, 2));
    result[13] = image.sample(stepped, float2(0.05f), level(1.0f), int2(1, 2));
    equal[13] = image.sample_compare(same, float2(0.05f), depths[13], level(1.0f), int2(1, 2));
    other[13] = image.sample_compare(less, float2(0.05f), depths[13], level(1.0f), int2(1, 2));
    result[14] = image.sample(stepped, float2(0.05f), level(2.0f), int2(1, 2));
    equal[14] = image.sample_compare(same, float2(0.05f), depths[14], level(2.0f), int2(1, 2));
    other[14] = image.sample_compare(less, float2(0.05f), depths[14], level(2.0f), int2(1, 2));
    result[15] = image.sample(stepped, float2(0.05f), bias(2.0f), int2(1, 2));
    equal[15] = image.sample_compare(same, float2(0.05f), depths[15], bias(2.0f), int2(1, 2));
    other[15] = image.sample_compare(less, float2(0.05f), depths[15], bias(2.0f), int2(1, 2));
    result[16] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2));
    equal[16] = image.sample_compare(same, float2(0.05f), depths[16], gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2));
    other[16] = image.sample_compare(less, float2(0.05f), depths[16], gradient2d(float2(0.0f), float2(0.0f)), int2(1, 2));
    result[17] = image.sample(stepped, float2(0.05f), gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2));
    equal[17] = image.sample_compare(same, float2(0.05f), depths[17], gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2));
    other[17] = image.sample_compare(less, float2(0.05f), depths[17], gradient2d(float2(1000.0f), float2(1000.0f)), int2(1, 2));
    result[18] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2));
    equal[18] = image.sample_compare(same, float2(0.05f), depths[18], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2));
    other[18] = image.sample_compare(less, float2(0.05f), depths[18], gradient2d(float2(0.3333333333333333f, 0.0f), float2(0.0f)), int2(1, 2));
    result[19] = image.sample(stepped, float2(0.05f), min_lod_clamp(1.0f), int2(1, 2));
    equal[19] = image.sample_compare(same, float2(0.05f), depths[19], min_lod_clamp(1.0f), int2(1, 2));
    other[19] = image.sample_compare(less, float2(0.05f), depths[19], min_lod_clamp(1.0f), int2(1, 2));
    result[20] = image.sample(stepped, float2(0.05f), bias(0.0f), min_lod_clamp(2.0f), int2(1, 2));
    equal[20] = image.sample_compare(same, float2(0.05f), depths[20], bias(0.0f), min_lod_clamp(2.0f), int2(1, 2));
    other[20] = image.sample_compare(less, float2(0.05f), depths[20], bias(0.0f), min_lod_clamp(2.0f), int2(1, 2));
    result[21] = image.sample(stepped, float2(0.05f), bias(2.0f), min_lod_clamp(1.0f), int2(1, 2));
    equal[21] = image.sample_compare(same, float2(0.05f), depths[21], bias(2.0f), min_lod_clamp(1.0f), int2(1, 2));
    other[21] = image.sample_compare(less, float2(0.05f), depths[21], bias(2.0f), min_lod_clamp(1.0f), int2(1, 2));
    result[22] = image.sample(stepped, float2(0.05f), gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2));
    equal[22] = image.sample_compare(same, float2(0.05f), depths[22], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2));
    other[22] = image.sample_compare(less, float2(0.05f), depths[22], gradient2d(float2(0.0f), float2(0.0f)), min_lod_clamp(1.0f), int2(1, 2));
    result[23] = image.sample(stepped, float2(0.05f), gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2));
    equal[23] = image.sample_compare(same, float2(0.05f), depths[23], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2));
    other[23] = image.sample_compare(less, float2(0.05f), depths[23], gradient2d(float2(1000.0f), float2(1000.0f)), min_lod_clamp(1.0f), int2(1, 2));
}
