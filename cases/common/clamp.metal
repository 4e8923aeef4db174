//! title:     clamp of float is fmin(fmax(x, low), high)
//! verifies:  common.clamp.value common.clamp.bounds common.clamp.inf common.componentwise common.clamp.nan.precise
//!            common.clamp.nan_bounds.precise common.variants.namespaces
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        x_of float4[threads] = crossed(0, 3)
//! in:        low float4[threads] = crossed(1, 3)
//! in:        high float4[threads] = crossed(2, 3)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = clamp(x_of, low, high, 0)
//! expect:    exact = clamp(x_of, low, high, 1)
//! expect:    quick = clamp(x_of, low, high, 2)
//! mutant:    common.clamp.value | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = max(x_of[i], low[i])`
//! mutant:    common.clamp.bounds | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = select(clamp(x_of[i], low[i], high[i]), x_of[i], low[i] == high[i])`
//! mutant:    common.clamp.inf | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = select(clamp(x_of[i], low[i], high[i]), x_of[i], isinf(x_of[i]))` | for math=safe
//! mutant:    common.componentwise | replace `plain[i] = clamp(x_of[i], low[i], high[i])` with
//!            `plain[i] = clamp(x_of[i], low[i].x, high[i].x)`
//! mutant:    common.clamp.nan.precise | replace `exact[i] = precise::clamp(x_of[i], low[i], high[i])` with
//!            `exact[i] = select(precise::clamp(x_of[i], low[i], high[i]), x_of[i], isnan(x_of[i]))` | for math=safe
//! mutant:    common.clamp.nan_bounds.precise | replace `exact[i] = precise::clamp(x_of[i], low[i], high[i])` with
//!            `exact[i] = select(precise::clamp(x_of[i], low[i], high[i]), low[i], isnan(low[i]))` | for math=safe
//! mutant:    common.variants.namespaces | replace `fast::clamp(x_of[i], low[i], high[i])` with
//!            `fast::clamp(x_of[i], high[i], low[i])`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *x_of [[buffer(0)]], device const float4 *low [[buffer(1)]],
                  device const float4 *high [[buffer(2)]], device float4 *plain [[buffer(3)]],
                  device float4 *exact [[buffer(4)]], device float4 *quick [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = clamp(x_of[i], low[i], high[i]);
    exact[i] = precise::clamp(x_of[i], low[i], high[i]);
    quick[i] = fast::clamp(x_of[i], low[i], high[i]);
}
