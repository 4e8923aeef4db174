//! title:     saturate of float clamps to 0 and 1
//! verifies:  common.saturate.value common.saturate.inf common.saturate.nan.precise
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = saturate(data, 0)
//! expect:    exact = saturate(data, 1)
//! expect:    quick = saturate(data, 2)
//! mutant:    common.saturate.value | replace `plain[i] = saturate(data[i])` with
//!            `plain[i] = max(data[i], float4(0))`
//! mutant:    common.saturate.inf | replace `plain[i] = saturate(data[i])` with
//!            `plain[i] = select(saturate(data[i]), data[i], isinf(data[i]))` | for math=safe
//! mutant:    common.saturate.nan.precise | replace `precise::saturate(data[i])` with
//!            `select(precise::saturate(data[i]), data[i], isnan(data[i]))` | for math=safe

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *data [[buffer(0)]], device float4 *plain [[buffer(1)]],
                  device float4 *exact [[buffer(2)]], device float4 *quick [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = saturate(data[i]);
    exact[i] = precise::saturate(data[i]);
    quick[i] = fast::saturate(data[i]);
}
