//! title:     gather of texture2d_array gives the four texels around a corner, counter-clockwise from the lower left, of one component
//! verifies:  tex.t2d_array.gather
//! for:       (T, FORMAT) in (float, rgba16float) (half, rgba16float)
//! dispatch:  collect(image, result): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[6, 5, 4, 3] = iota
//! out:       result vec<T, 4>[11]
//! expect:    result = values 196 200 176 172 176 180 156 152 176 180 156 152 177 181 157 153 178 182 158 154 179 183 159 155 216 216 216 216 216 216 216 216 217 217 217 217 218 218 218 218 219 219 219 219
//! mutant:    tex.t2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u)` with `image.gather(corner, float2(0.5f, 0.6f), 1u)`
//! mutant:    tex.t2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::w)` with `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::z)`
//! mutant:    tex.t2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1))` with `image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(0, -1))`
//! mutant:    tex.t2d_array.gather | replace `image.gather(corner, float2(0.33333333f, 0.6f), 1u)` with `image.gather(corner, float2(0.33333333f, 0.6f), 0u)`

#include <metal_stdlib>
using namespace metal;

kernel void collect(texture2d_array<T> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]])
{
    constexpr sampler corner(mip_filter::nearest);
    result[0] = image.gather(corner, float2(0.33333333f, 0.6f), 1u);
    result[1] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1));
    result[2] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1), component::x);
    result[3] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1), component::y);
    result[4] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1), component::z);
    result[5] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(1, -1), component::w);
    result[6] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2));
    result[7] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::x);
    result[8] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::y);
    result[9] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::z);
    result[10] = image.gather(corner, float2(0.33333333f, 0.6f), 1u, int2(-2, 2), component::w);
}
