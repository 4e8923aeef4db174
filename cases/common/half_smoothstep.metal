//! title:     smoothstep of half is 0 below, 1 above, and the cubic between the edges
//! verifies:  common.smoothstep.below common.smoothstep.above common.smoothstep.between
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        low half4[threads] = random(-4, 0)
//! in:        high half4[threads] = random(0.25, 4)
//! in:        x_of half4[threads] = random(-5, 5)
//! out:       result half4[threads]
//! expect:    result = smoothstep(low, high, x_of)
//! mutant:    common.smoothstep.below | replace `smoothstep(low[i], high[i], x_of[i])` with
//!            `max(smoothstep(low[i], high[i], x_of[i]), half4(0.001))`
//! mutant:    common.smoothstep.above | replace `smoothstep(low[i], high[i], x_of[i])` with
//!            `min(smoothstep(low[i], high[i], x_of[i]), half4(0.99))`
//! mutant:    common.smoothstep.between | replace `smoothstep(low[i], high[i], x_of[i])` with
//!            `saturate((x_of[i] - low[i]) / (high[i] - low[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *low [[buffer(0)]], device const half4 *high [[buffer(1)]],
                  device const half4 *x_of [[buffer(2)]], device half4 *result [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = smoothstep(low[i], high[i], x_of[i]);
}
