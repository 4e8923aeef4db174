//! title:     gather of texturecube gives four texels of the face, of one component
//! verifies:  tex.cube.gather
//! for:       (T, FORMAT) in (float, rgba16float) (half, rgba16float)
//! dispatch:  collect(image, result): threads 1, threadgroup 1
//! in:        image texturecube<T>(FORMAT)[4, 4, 3] = faces(4, 6, 1)
//! out:       result vec<T, 4>[5]
//! expect:    result = values 8 8 8 8 8 8 8 8 9 9 9 9 10 10 10 10 11 11 11 11
//! mutant:    tex.cube.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f))` with `image.gather(corner, float3(-0.5f, 0.25f, 2.0f))`
//! mutant:    tex.cube.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::w)` with `image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::z)`

#include <metal_stdlib>
using namespace metal;

kernel void collect(texturecube<T> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]])
{
    constexpr sampler corner(mip_filter::nearest);
    result[0] = image.gather(corner, float3(0.5f, 2.0f, 0.25f));
    result[1] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::x);
    result[2] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::y);
    result[3] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::z);
    result[4] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), component::w);
}
