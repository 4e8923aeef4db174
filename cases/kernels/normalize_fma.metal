//! title:     fma(normal, gamma, beta) on float4 rounds each component once
//! verifies:  k.normalize_fma math.fma.single_rounding math.fma.vector
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        normal float4[4096] = normal(0, 1)
//! in:        gamma float4[4096] = normal(1, 0.1)
//! in:        beta float4[4096] = normal(0, 1)
//! out:       result float4[4096]
//! expect:    result = fused(normal, gamma, beta)
//! mutant:    math.fma.single_rounding math.fma.vector | replace `fma(normal[i], gamma[i], beta[i])` with
//!            `as_type<float4>(as_type<uint4>(normal[i] * gamma[i]) ^ (as_type<uint4>(gamma[i]) >> 31)) + beta[i]`
//! mutant:    k.normalize_fma | replace `fma(normal[i], gamma[i], beta[i])` with `fma(normal[i], beta[i], gamma[i])`
//! note:      The mutant rounds the product: the exclusive or with a sign that is always 0 keeps a compiler from
//!            fusing.

#include <metal_stdlib>
using namespace metal;

kernel void normalize(device const float4 *normal [[buffer(0)]], device const float4 *gamma [[buffer(1)]],
                      device const float4 *beta [[buffer(2)]], device float4 *result [[buffer(3)]],
                      uint i [[thread_position_in_grid]])
{
    result[i] = fma(normal[i], gamma[i], beta[i]);
}
