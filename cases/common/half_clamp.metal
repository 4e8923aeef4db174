//! title:     clamp of half is fmin(fmax(x, low), high)
//! verifies:  common.clamp.value common.clamp.bounds common.clamp.inf common.componentwise common.types
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        x_of half4[threads] = crossed(0, 3)
//! in:        low half4[threads] = crossed(1, 3)
//! in:        high half4[threads] = crossed(2, 3)
//! out:       plain half4[threads]
//! expect:    plain = clamp(x_of, low, high, 0)
//! mutant:    common.clamp.value | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = max(x_of[i], low[i])`
//! mutant:    common.clamp.bounds | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = select(clamp(x_of[i], low[i], high[i]), x_of[i], low[i] == high[i])`
//! mutant:    common.clamp.inf | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = select(clamp(x_of[i], low[i], high[i]), x_of[i], isinf(x_of[i]))` | for math=safe
//! mutant:    common.componentwise | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = clamp(x_of[i], low[i].x, high[i].x)`
//! mutant:    common.types | replace `clamp(x_of[i], low[i], high[i])` with
//!            `half4(clamp(x_of[i].xyz, low[i].xyz, high[i].xyz), x_of[i].w)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *x_of [[buffer(0)]], device const half4 *low [[buffer(1)]],
                  device const half4 *high [[buffer(2)]], device half4 *plain [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = clamp(x_of[i], low[i], high[i]);
}
