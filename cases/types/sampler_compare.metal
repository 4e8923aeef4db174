//! title:     compare_func says how a given depth is compared with those of a texture; what comes out is filtered
//! verifies:  sampler.state.compare_func
//! requires:  feature float32_filtering
//! for:       (FUNCTION, LESS, EQUAL, GREATER) in (never, 0, 0, 0) (less, 1, 0, 0) (equal, 0, 1, 0)
//!            (less_equal, 1, 1, 0) (greater, 0, 0, 1) (not_equal, 1, 0, 1) (greater_equal, 0, 1, 1) (always, 1, 1, 1)
//! dispatch:  threads 1, threadgroup 1
//! in:        shadow depth2d<float>(depth32float)[2, 1] = values 0.5 0.25
//! in:        given sampler = compare_func FUNCTION
//! out:       nearest float[3]
//! out:       host float[3]
//! out:       linear float[1]
//! expect:    nearest = values LESS EQUAL GREATER
//! expect:    host = values LESS EQUAL GREATER
//! expect:    linear = values (EQUAL+GREATER)*0.5
//! mutant:    sampler.state.compare_func | replace `sampler chosen(compare_func::FUNCTION)` with `sampler chosen(compare_func::less)` | for FUNCTION=never FUNCTION=equal FUNCTION=less_equal FUNCTION=greater FUNCTION=not_equal FUNCTION=greater_equal FUNCTION=always

#include <metal_stdlib>
using namespace metal;

kernel void compare(depth2d<float> shadow [[texture(0)]], sampler given [[sampler(0)]],
                    device float *nearest [[buffer(0)]], device float *host [[buffer(1)]],
                    device float *linear [[buffer(2)]])
{
    constexpr sampler chosen(compare_func::FUNCTION);
    constexpr sampler blended(compare_func::FUNCTION, filter::linear);
    for (uint i = 0; i < 3; i++) {
        const float depth = 0.25f * float(i + 1);
        nearest[i] = shadow.sample_compare(chosen, float2(0.25f, 0.5f), depth);
        host[i] = shadow.sample_compare(given, float2(0.25f, 0.5f), depth);
    }
    linear[0] = shadow.sample_compare(blended, float2(0.5f, 0.5f), 0.5f);
}
