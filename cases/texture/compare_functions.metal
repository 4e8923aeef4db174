//! title:     compare_func says how sample_compare and gather_compare compare the reference with each texel
//! verifies:  tex.compare_func
//! requires:  msl 2.3, family apple3
//! for:       (F, A, B, C) in (never, 0, 0, 0) (less, 0, 0, 1) (equal, 0, 1, 0) (less_equal, 0, 1, 1) (greater, 1, 0, 0)
//!            (not_equal, 1, 0, 1) (greater_equal, 1, 1, 0) (always, 1, 1, 1)
//! dispatch:  threads 3, threadgroup 3
//! in:        image depth2d<float>(depth32float)[2, 2] = values 0.5 …
//! in:        made sampler = filter nearest, compare_func F
//! in:        reference float[3] = values 0.75 0.5 0.25
//! out:       sampled float2[3]
//! out:       gathered float4[3]
//! expect:    sampled = values A A B B C C
//! expect:    gathered = values A A A A B B B B C C C C
//! mutant:    tex.compare_func | replace `compare_func::F` with `compare_func::less` | for F=never F=equal F=less_equal
//!            F=greater F=not_equal F=greater_equal F=always
//! mutant:    tex.compare_func | replace `compare_func::F` with `compare_func::greater` | for F=less
//! mutant:    tex.compare_func | replace `image.gather_compare(made, float2(0.5f), r)` with `1 - image.gather_compare(made, float2(0.5f), r)`
//! mutant:    tex.compare_func | replace `image.sample_compare(made, float2(0.25f), r)` with `1 - image.sample_compare(made, float2(0.25f), r)`

#include <metal_stdlib>
using namespace metal;

constexpr sampler declared(filter::nearest, compare_func::F);

kernel void compare(depth2d<float> image [[texture(0)]], sampler made [[sampler(0)]],
                    device const float *reference [[buffer(0)]], device float2 *sampled [[buffer(1)]],
                    device float4 *gathered [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const float r = reference[i];
    sampled[i] = float2(image.sample_compare(declared, float2(0.25f), r), image.sample_compare(made, float2(0.25f), r));
    gathered[i] = image.gather_compare(made, float2(0.5f), r);
}
