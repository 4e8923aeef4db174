//! title:     Linear filtering weighs two texels by the distance of their middles; offsets move the texel; documented calls
//! verifies:  tex.offset.sample_value tex.t2d.sample_example tex.header
//! dispatch:  blend(image, at, result): threads 64, threadgroup 64
//! dispatch:  shift(row, column, moved): threads 16, threadgroup 16
//! dispatch:  call(chain, examples): threads 1, threadgroup 1
//! in:        image texture2d<float>(r8unorm)[2, 1] = values 0 255
//! in:        row texture2d<float>(r16float)[16, 1] = iota
//! in:        column texture2d<float>(r16float)[1, 16] = iota
//! in:        chain texture2d<float>(r16float)[4, 4, 3] = iota
//! in:        at float[64] = random(0, 2)
//! out:       result float[64]
//! out:       moved float2[16]
//! out:       examples float[4]
//! expect:    result = blended(at)
//! expect:    moved = values 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13 14 14 15 15
//! expect:    examples = values 5 16 10 19
//! compare:   result: interval
//! mutant:    tex.offset.sample_value | replace `int2(int(i) - 8, 0)` with `int2(0, 0)`
//! mutant:    tex.offset.sample_value | replace `int2(0, int(i) - 8)` with `int2(0, int(i) - 9)`
//! mutant:    tex.t2d.sample_example | replace `place, level(1.0f));` with `place, level(2.0f));`
//! mutant:    tex.t2d.sample_example | replace `place, int2(1, 1));` with `place, int2(1, 0));`
//! mutant:    tex.header | replace `image.sample(blending, float2(at[i], 0.5f)).x` with `at[i]`

#include <metal_texture>
using namespace metal;

kernel void blend(texture2d<float> image [[texture(0)]], device const float *at [[buffer(0)]],
                  device float *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler blending(coord::pixel, filter::linear);
    result[i] = image.sample(blending, float2(at[i], 0.5f)).x;
}

kernel void shift(texture2d<float> row [[texture(0)]], texture2d<float> column [[texture(1)]],
                  device float2 *moved [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    constexpr sampler nearest(coord::pixel);
    moved[i].x = row.sample(nearest, float2(8.5f, 0.5f), int2(int(i) - 8, 0)).x;
    moved[i].y = column.sample(nearest, float2(0.5f, 8.5f), int2(0, int(i) - 8)).x;
}

kernel void call(texture2d<float> chain [[texture(0)]], device float *examples [[buffer(0)]])
{
    constexpr sampler s(mip_filter::nearest);
    const float2 place = float2(0.3f, 0.3f);
    const float4 plain = chain.sample(s, place), coarse = chain.sample(s, place, level(1.0f));
    const float4 moved = chain.sample(s, place, int2(1, 1));
    const float4 both = chain.sample(s, place, level(1.0f), int2(1, 1));
    examples[0] = plain.x;
    examples[1] = coarse.x;
    examples[2] = moved.x;
    examples[3] = both.x;
}
