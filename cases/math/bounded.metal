//! title:     float functions of one argument keep tables 8.1 and 8.2
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F} math.{F}.accuracy math.{F}.fast math.header
//!            math.variants.namespaces num.ulp.reference num.ulp.definition kb12 kb14
//! for:       F in acos acosh asin asinh atan atanh cos cosh cospi exp exp2 exp10 log log2 log10 rsqrt sin sinh
//!            sinpi sqrt tan tanh tanpi
//! math:      safe relaxed fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = F(data, 0)
//! expect:    exact = F(data, 1)
//! expect:    quick = F(data, 2)
//! mutant:    ulp.float.precise.{F} math.{F}.accuracy | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) + 8)`
//! mutant:    ulp.float.fast.{F} math.{F}.fast | replace `fast::F(data[i])` with `fast::F(data[i]) * 1.01f`
//! mutant:    math.header math.variants.namespaces num.ulp.reference num.ulp.definition kb12 kb14 | replace
//!            `exact[i] = precise::F(data[i])` with
//!            `exact[i] = as_type<float4>(as_type<uint4>(precise::F(data[i])) + 6)` | for F=exp
//! note:      A formula of table 8.2 stands for every result that its parts' errors allow.

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
