//! title:     Outside a texture a read gives 0, and 1 for an alpha that the format lacks; a write is ignored
//! verifies:  tex.oob.definition tex.oob.write_ignored tex.oob.read_specified_zero tex.oob.read_unspecified_default
//!            tex.oob.alpha_integer tex.oob.alpha_float tex.default.unspecified_components
//! for:       (T, FORMAT, ALPHA, GREEN) in (float, r16float, 1, 0) (float, rg16float, 1, 7) (float, rgba32float, 0, 7)
//!            (uint, r8uint, 1, 0) (int, r32sint, 1, 0) (uint, rgba16uint, 0, 7)
//! dispatch:  look(image, cube, result, inside): threads 1, threadgroup 1
//! dispatch:  leave(untouched, solid): threads 1, threadgroup 1
//! in:        image texture2d_array<T>(FORMAT)[4, 2, 3, 2] = constant(7)
//! in:        cube texturecube_array<T>(FORMAT)[2, 2, 2] = constant(7)
//! inout:     untouched texture2d_array<T>(FORMAT)[4, 2, 3, 2] = constant(7)
//! inout:     solid texture3d<T>(FORMAT)[2, 2, 2] = constant(7)
//! out:       result vec<T, 4>[7]
//! out:       inside T[4]
//! expect:    result = values 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA 0 0 0 ALPHA
//! expect:    inside = values 7 GREEN (ALPHA?0:7) (ALPHA?1:7)
//! expect:    untouched = same untouched
//! expect:    solid = same solid
//! mutant:    tex.oob.definition | replace `image.read(uint2(0, 0), 3u, 0u)` with `image.read(uint2(0, 0), 2u, 0u)`
//! mutant:    tex.oob.definition | replace `image.read(uint2(0, 0), 0u, 2u)` with `image.read(uint2(0, 0), 0u, 1u)`
//! mutant:    tex.oob.definition | replace `cube.read(uint2(0, 0), 6u, 0u)` with `cube.read(uint2(0, 0), 5u, 0u)`
//! mutant:    tex.oob.definition | replace `cube.read(uint2(0, 0), 0u, 2u)` with `cube.read(uint2(0, 0), 0u, 1u)`
//! mutant:    tex.oob.write_ignored | replace `untouched.write(other, uint2(4, 0), 0u)` with `untouched.write(other, uint2(3, 0), 0u)`
//! mutant:    tex.oob.write_ignored | replace `solid.write(other, uint3(0, 0, 2))` with `solid.write(other, uint3(0, 0, 1))`
//! mutant:    tex.oob.read_specified_zero | replace `image.read(uint2(4, 0), 0u)` with `image.read(uint2(3, 0), 0u)`
//! mutant:    tex.oob.read_unspecified_default | replace `result[1] = image` with `result[1] = 0 * image` | for ALPHA=1
//! mutant:    tex.oob.alpha_integer | replace `result[2] = image` with `result[2] = 2 * image` | for FORMAT=r8uint
//! mutant:    tex.oob.alpha_float | replace `result[2] = image` with `result[2] = 3 * image` | for FORMAT=r16float
//! mutant:    tex.default.unspecified_components | replace `inside[3] = middle.w` with `inside[3] = middle.x` | for ALPHA=1

#include <metal_stdlib>
using namespace metal;

kernel void look(texture2d_array<T> image [[texture(0)]], texturecube_array<T> cube [[texture(1)]],
                 device vec<T, 4> *result [[buffer(0)]], device T *inside [[buffer(1)]])
{
    result[0] = image.read(uint2(4, 0), 0u);
    result[1] = image.read(uint2(0, 2), 0u);
    result[2] = image.read(uint2(2, 0), 0u, 1u);
    result[3] = image.read(uint2(0, 0), 3u, 0u);
    result[4] = image.read(uint2(0, 0), 0u, 2u);
    result[5] = cube.read(uint2(0, 0), 6u, 0u);
    result[6] = cube.read(uint2(0, 0), 0u, 2u);
    const vec<T, 4> middle = image.read(uint2(1, 1), 1u);
    inside[0] = middle.x;
    inside[1] = middle.y;
    inside[2] = middle.z;
    inside[3] = middle.w;
}

kernel void leave(texture2d_array<T, access::write> untouched [[texture(0)]],
                  texture3d<T, access::write> solid [[texture(1)]])
{
    const vec<T, 4> other = vec<T, 4>(3);
    untouched.write(other, uint2(4, 0), 0u);
    untouched.write(other, uint2(0, 2), 0u);
    untouched.write(other, uint2(~0u, 0), 0u);
    untouched.write(other, uint2(0, 0), 3u);
    untouched.write(other, uint2(0, 0), 0u, 2u);
    untouched.write(other, uint2(2, 0), 0u, 1u);
    solid.write(other, uint3(0, 0, 2));
    solid.write(other, uint3(2, 0, 0));
}
