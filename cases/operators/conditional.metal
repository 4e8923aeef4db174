//! title:     ?: evaluates one of its arms, for every type of arm; a scalar arm becomes a vector beside one
//! verifies:  ops.ternary.select ops.ternary.types
//! dispatch:  threads 4, threadgroup 4
//! out:       chosen int[4]
//! out:       evaluated int2[4]
//! out:       mixed float4[4]
//! expect:    chosen = values 10 21 10 21
//! expect:    evaluated = values 1 0 0 1 1 0 0 1
//! expect:    mixed = values 1.5 1.5 1.5 1.5 2 3 4 5 1.5 1.5 1.5 1.5 2 3 4 5
//! mutant:    ops.ternary.select | replace `even ? first(count)` with `!even ? first(count)`
//! mutant:    ops.ternary.select | replace `even ? first(count) : second(count)`
//!            with `first(count) * even + second(count) * !even`
//! mutant:    ops.ternary.types | replace `even ? 1.5f : vector` with `even ? vector : float4(1.5f)`
//! mutant:    ops.ternary.types | replace `(even ? a : b).value` with `(even ? b : a).value`

#include <metal_stdlib>
using namespace metal;

struct item {
    int value;
};

static int first(thread int2 &count)
{
    count.x++;
    return 10;
}

static int second(thread int2 &count)
{
    count.y++;
    return 20;
}

kernel void choose(device int *chosen [[buffer(0)]], device int2 *evaluated [[buffer(1)]],
                   device float4 *mixed [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const bool even = i % 2 == 0;
    int2 count = 0;
    const int value = even ? first(count) : second(count);
    const item a = {0}, b = {1};
    chosen[i] = value + (even ? a : b).value;
    evaluated[i] = count;
    const float4 vector = float4(2, 3, 4, 5);
    const float2x2 wide = even ? float2x2(0) : float2x2(0, 0, 0, 0);
    mixed[i] = (even ? 1.5f : vector) + wide[1][0] + (even ? 0 : 0.0f);
}
