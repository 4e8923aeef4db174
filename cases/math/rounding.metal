//! title:     Functions that round to a whole number, and fabs and fract, are exact or correctly rounded
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F} math.{F}.value
//! for:       F in ceil fabs floor fract rint round trunc
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = F(data, 0)
//! expect:    exact = F(data, 1)
//! expect:    quick = F(data, 2)
//! mutant:    ulp.float.precise.{F} | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) + 2)`
//! mutant:    ulp.float.fast.{F} | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 2)`
//! mutant:    math.{F}.value | replace `plain[i] = F(data[i])` with `plain[i] = F(data[i] + 0.5f)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *data [[buffer(0)]], device float4 *plain [[buffer(1)]],
                  device float4 *exact [[buffer(2)]], device float4 *quick [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = F(data[i]);
    exact[i] = precise::F(data[i]);
    quick[i] = fast::F(data[i]);
}
