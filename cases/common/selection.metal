//! title:     The option for float functions chooses what unqualified clamp and saturate do with NaN
//! verifies:  common.variants.selection
//! math:      safe
//! functions: precise fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       result float4[threads]
//! out:       clamped float4[threads]
//! in:        low float4[threads] = zeros
//! in:        high float4[threads] = ones
//! expect:    result = saturate(data, 0)
//! expect:    clamped = clamp(data, low, high, 0)
//! mutant:    common.variants.selection | replace `saturate(data[i])` with
//!            `select(saturate(data[i]), data[i], isnan(data[i]))` | for functions=precise

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *data [[buffer(0)]], device float4 *result [[buffer(1)]],
                  device float4 *clamped [[buffer(2)]], device const float4 *low [[buffer(3)]],
                  device const float4 *high [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    result[i] = saturate(data[i]);
    clamped[i] = clamp(data[i], low[i], high[i]);
}
