//! title:     gather of texturecube_array gives four texels of the face, of one component
//! verifies:  tex.cube_array.gather
//! for:       (T, FORMAT) in (float, rgba16float) (half, rgba16float)
//! dispatch:  collect(image, result): threads 1, threadgroup 1
//! in:        image texturecube_array<T>(FORMAT)[4, 4, 2, 3] = faces(4, 12, 1)
//! out:       result vec<T, 4>[5]
//! expect:    result = values 32 32 32 32 32 32 32 32 33 33 33 33 34 34 34 34 35 35 35 35
//! mutant:    tex.cube_array.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u)` with `image.gather(corner, float3(-0.5f, 0.25f, 2.0f), 1u)`
//! mutant:    tex.cube_array.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::w)` with `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::z)`
//! mutant:    tex.cube_array.gather | replace `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u)` with `image.gather(corner, float3(0.5f, 2.0f, 0.25f), 0u)`

#include <metal_stdlib>
using namespace metal;

kernel void collect(texturecube_array<T> image [[texture(0)]], device vec<T, 4> *result [[buffer(0)]])
{
    constexpr sampler corner(mip_filter::nearest);
    result[0] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u);
    result[1] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::x);
    result[2] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::y);
    result[3] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::z);
    result[4] = image.gather(corner, float3(0.5f, 2.0f, 0.25f), 1u, component::w);
}
