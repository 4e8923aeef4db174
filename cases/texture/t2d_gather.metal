//! title:     gather of texture2d gives the four texels around a corner, counter-clockwise from the lower left, of one component
//! verifies:  tex.t2d.gather tex.gather.order tex.lod.default_zero_gather
//! for:       (T, FORMAT) in (float, rgba16float) (half, rgba16float)
//! dispatch:  collect(image, result): threads 1, threadgroup 1
//! in:        image texture2d<T>(FORMAT)[6, 5, 3] = iota
//! out:       result vec<T, 4>[11]
//! expect:    result = values 76 80 56 52 56 60 36 32 56 60 36 32 57 61 37 33 58 62 38 34 59 63 39 35 96 96 96 96 96 96 96 96 97 97 97 97 98 98 98 98 99 99 99 99
//! mutant:    tex.t2d.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f))` with `image.gather(corner, float2(0.5f, 0.6f))`
//! mutant:    tex.t2d.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::w)` with `image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::z)`
//! mutant:    tex.t2d.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1))` with `image.gather(corner, float2(0.33333333f, 0.6f), int2(0, -1))`
//! mutant:    tex.gather.order | replace `result[0] = image.gather(corner, float2(0.33333333f, 0.6f))` with `result[0] = image.gather(corner, float2(0.33333333f, 0.6f)).wxyz`
//! mutant:    tex.lod.default_zero_gather | replace `result[1] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1))` with `result[1] = image.sample(corner, float2(0.5f), level(1.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void collect(texture2d<T> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]])
{
    constexpr sampler corner(mip_filter::nearest);
    result[0] = image.gather(corner, float2(0.33333333f, 0.6f));
    result[1] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1));
    result[2] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1), component::x);
    result[3] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1), component::y);
    result[4] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1), component::z);
    result[5] = image.gather(corner, float2(0.33333333f, 0.6f), int2(1, -1), component::w);
    result[6] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2));
    result[7] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::x);
    result[8] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::y);
    result[9] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::z);
    result[10] = image.gather(corner, float2(0.33333333f, 0.6f), int2(-2, 2), component::w);
}
