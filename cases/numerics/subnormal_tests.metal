//! title:     A subnormal compares as itself or as zero, which is recorded; what both have in common and its neighbours are judged
//! verifies:  kb09
//! math:      safe
//! dispatch:  threads 8, threadgroup 8
//! in:        data float[8] = values bits(1) bits(0x80000001) 0x1p-127 -0x1p-127 0x1.fffffcp-127 -0x1.fffffcp-127
//!            0x1p-140 -0x1p-140
//! in:        edges float[8] = values 0x1p-126 -0x1p-126 0 -0.0 1 -1 0x1.000002p-126 -0x1.000002p-126
//! out:       moved float[8]
//! out:       sure uint[8]
//! out:       at_edges uint[8]
//! out:       kept uint[8]
//! out:       as_zero uint[8]
//! expect:    moved = same data
//! expect:    sure = values 6 …
//! expect:    at_edges = values 15 14 0 0 15 14 15 14
//! expect:    kept = recorded values 15 14 15 14 15 14 15 14
//! expect:    as_zero = recorded values 0 …
//! mutant:    kb09 | replace `moved[i] = x` with `moved[i] = fabs(x) > edges[0] ? x : 0.0f`
//! mutant:    kb09 | replace `upwards ? x < 0.0f : x > 0.0f` with `upwards ? x <= 1.0f : x > 0.0f`
//! mutant:    kb09 | replace `upwards ? x >= 0.0f : x <= 0.0f` with `upwards ? x >= edges[0] : x <= 0.0f`
//! mutant:    kb09 | replace `fabs(x) < edges[0]` with `fabs(x) > edges[0]`
//! mutant:    kb09 | replace `any(bool2(x, x))` with `all(bool2(x, false))`
//! mutant:    kb09 | replace `bool(x)` with `x > 0.0f`

#include <metal_stdlib>
using namespace metal;

/* Whether x is above zero, and not zero, in three ways to ask. */
static uint answers(float x)
{
    return uint(x > 0.0f) | uint(bool(x)) << 1 | uint(any(bool2(x, x))) << 2 | uint(x != 0.0f) << 3;
}

kernel void apply(device const float *data [[buffer(0)]], device const float *edges [[buffer(1)]],
                  device float *moved [[buffer(2)]], device uint *sure [[buffer(3)]],
                  device uint *at_edges [[buffer(4)]], device uint *kept [[buffer(5)]],
                  device uint *as_zero [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const float x = data[i];
    const bool upwards = i % 2 == 0;
    const bool wrong = upwards ? x < 0.0f : x > 0.0f;
    const bool right = upwards ? x >= 0.0f : x <= 0.0f;
    moved[i] = x;
    sure[i] = uint(wrong) | uint(right) << 1 | uint(fabs(x) < edges[0]) << 2;
    at_edges[i] = answers(edges[i]);
    kept[i] = answers(x);
    as_zero[i] = answers(x);
}
