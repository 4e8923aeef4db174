//! title:     Each comparison function holds for each format and kind of depth textures, in sample_compare and gather_compare
//! verifies:  tex.compare_func
//! requires:  msl 2.3, family apple4
//! subcases:  (F, OTHER, LESS, EQUAL, GREATER) in (never, always, 0, 0, 0) (less, always, 1, 0, 0) (equal, always, 0, 1, 0)
//!            (less_equal, always, 1, 1, 0) (greater, always, 0, 0, 1) (not_equal, always, 1, 0, 1)
//!            (greater_equal, always, 0, 1, 1) (always, never, 1, 1, 1);
//!            (FORMAT, ONE) in (depth32float, 1) (depth16unorm, 65535)
//! dispatch:  threads 1, threadgroup 1
//! in:        low_plain depth2d<float>(FORMAT)[2, 2] = zeros
//! in:        high_plain depth2d<float>(FORMAT)[2, 2] = constant(ONE)
//! in:        low_layered depth2d_array<float>(FORMAT)[2, 2, 2] = zeros
//! in:        high_layered depth2d_array<float>(FORMAT)[2, 2, 2] = constant(ONE)
//! in:        low_cube depthcube<float>(FORMAT)[2, 2] = zeros
//! in:        high_cube depthcube<float>(FORMAT)[2, 2] = constant(ONE)
//! in:        low_cubes depthcube_array<float>(FORMAT)[2, 2, 2] = zeros
//! in:        high_cubes depthcube_array<float>(FORMAT)[2, 2, 2] = constant(ONE)
//! out:       less float[20]
//! out:       equal float[20]
//! out:       greater float[20]
//! expect:    less = values LESS …
//! expect:    equal = values EQUAL …
//! expect:    greater = values GREATER …
//! mutant:    tex.compare_func | replace `##_plain.sample_compare(declared` with `##_plain.sample_compare(other`
//! mutant:    tex.compare_func | replace `##_plain.gather_compare(declared` with `##_plain.gather_compare(other`
//! mutant:    tex.compare_func | replace `##_layered.sample_compare(declared` with `##_layered.sample_compare(other`
//! mutant:    tex.compare_func | replace `##_layered.gather_compare(declared` with `##_layered.gather_compare(other`
//! mutant:    tex.compare_func | replace `##_cube.sample_compare(declared` with `##_cube.sample_compare(other`
//! mutant:    tex.compare_func | replace `##_cube.gather_compare(declared` with `##_cube.gather_compare(other`
//! mutant:    tex.compare_func | replace `##_cubes.sample_compare(declared` with `##_cubes.sample_compare(other`
//! mutant:    tex.compare_func | replace `##_cubes.gather_compare(declared` with `##_cubes.gather_compare(other`
//! note:      A reference of a half lies below the texels of one and above those of zero, which are the same in each format.

#include <metal_stdlib>
using namespace metal;

constexpr sampler declared(filter::nearest, compare_func::F);
constexpr sampler other(filter::nearest, compare_func::OTHER);

#define STORE_FOUR(out, four) \
    for (uint k = 0; k < 4; k++) \
        *out++ = (four)[k];
#define COMPARE(out, side, reference) \
    STORE_FOUR(out, float4(side##_plain.sample_compare(declared, at, reference), \
                           side##_layered.sample_compare(declared, at, 1u, reference), \
                           side##_cube.sample_compare(declared, towards, reference), \
                           side##_cubes.sample_compare(declared, towards, 1u, reference))) \
    STORE_FOUR(out, side##_plain.gather_compare(declared, at, reference)) \
    STORE_FOUR(out, side##_layered.gather_compare(declared, at, 1u, reference)) \
    STORE_FOUR(out, side##_cube.gather_compare(declared, towards, reference)) \
    STORE_FOUR(out, side##_cubes.gather_compare(declared, towards, 1u, reference))

kernel void compare(depth2d<float> low_plain [[texture(0)]], depth2d<float> high_plain [[texture(1)]],
                    depth2d_array<float> low_layered [[texture(2)]], depth2d_array<float> high_layered [[texture(3)]],
                    depthcube<float> low_cube [[texture(4)]], depthcube<float> high_cube [[texture(5)]],
                    depthcube_array<float> low_cubes [[texture(6)]], depthcube_array<float> high_cubes [[texture(7)]],
                    device float *less [[buffer(0)]], device float *equal [[buffer(1)]],
                    device float *greater [[buffer(2)]])
{
    const float2 at = float2(0.5f);
    const float3 towards = float3(0.25f, 1, 0.5f);
    COMPARE(less, high, 0.5f)
    COMPARE(equal, high, 1.0f)
    COMPARE(greater, low, 0.5f)
}
