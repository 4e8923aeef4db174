//! title:     sign and step of float, at zeros, subnormals and NaN too
//! verifies:  common.sign.positive common.sign.negative common.sign.zero common.sign.nan common.sign.denormal
//!            common.step.value common.step.equal common.step.nan
//! math:      safe relaxed fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 2)
//! in:        b float4[threads] = crossed(1, 2)
//! out:       signs float4[threads]
//! out:       steps float4[threads]
//! expect:    signs = sign(a)
//! expect:    steps = step(a, b)
//! mutant:    common.sign.positive | replace `sign(a[i])` with `min(sign(a[i]), float4(0))`
//! mutant:    common.sign.negative | replace `sign(a[i])` with `max(sign(a[i]), float4(0))`
//! mutant:    common.sign.zero | replace `sign(a[i])` with `select(sign(a[i]), float4(0), a[i] == float4(0))` | for
//!            math=safe
//! mutant:    common.sign.nan | replace `sign(a[i])` with `select(sign(a[i]), float4(1), isnan(a[i]))` | for
//!            math=safe
//! mutant:    common.sign.denormal | replace `sign(a[i])` with
//!            `select(sign(a[i]), a[i] * float4(0.5), (as_type<uint4>(a[i]) & uint4(0x7f800000)) == uint4(0))`
//! mutant:    common.step.value | replace `step(a[i], b[i])` with `step(b[i], a[i])`
//! mutant:    common.step.equal | replace `step(a[i], b[i])` with `select(float4(0), float4(1), b[i] > a[i])`
//! mutant:    common.step.nan | replace `step(a[i], b[i])` with `select(float4(0), float4(1), b[i] >= a[i])` | for
//!            math=safe

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device float4 *signs [[buffer(2)]], device float4 *steps [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    signs[i] = sign(a[i]);
    steps[i] = step(a[i], b[i]);
}
