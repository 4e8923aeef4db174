//! title:     precise::rsqrt(variance + eps) is correctly rounded in every mode
//! verifies:  k.precise_rsqrt ulp.float.precise.rsqrt
//! math:      safe fast
//! functions: fast precise
//! dispatch:  threads 65536, threadgroup 64
//! in:        variance float[65536] = random(0.001, 4)
//! out:       result float[65536]
//! in:        eps float = 1e-5
//! expect:    result = precise_rsqrt(variance, eps)
//! mutant:    k.precise_rsqrt | replace `variance[i] + eps` with `variance[i]`
//! mutant:    ulp.float.precise.rsqrt | replace `precise::rsqrt(variance[i] + eps)`
//!            with `as_type<float>(as_type<uint>(precise::rsqrt(variance[i] + eps)) + (i & 1))`

#include <metal_stdlib>
using namespace metal;

kernel void reciprocal_deviation(device const float *variance [[buffer(0)]], device float *result [[buffer(1)]],
                                 constant float &eps [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = precise::rsqrt(variance[i] + eps);
}
