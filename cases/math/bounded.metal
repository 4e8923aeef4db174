//! title:     float functions of one argument keep tables 8.1 and 8.2
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F} math.variants.namespaces num.ulp.reference
//!            num.ulp.definition kb12 kb14
//! for:       F in @inexact
//! math:      safe relaxed fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = F(data, 0)
//! expect:    exact = F(data, 1)
//! expect:    quick = F(data, 2)
//! mutant:    ulp.float.precise.{F} | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) + 8)`
//! mutant:    ulp.float.fast.{F} | replace `fast::F(data[i])` with `fast::F(data[i]) + 0x1p-12f`
//! mutant:    ulp.float.precise.rsqrt | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) + 1)` | for F=rsqrt
//! mutant:    ulp.float.precise.sqrt | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) + 1)` | for F=sqrt
//! mutant:    ulp.float.fast.acos | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=acos
//! mutant:    ulp.float.fast.asin | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=asin
//! mutant:    ulp.float.fast.atan | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=atan
//! mutant:    ulp.float.fast.exp | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=exp
//! mutant:    ulp.float.fast.exp2 | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=exp2
//! mutant:    ulp.float.fast.log | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 6)` | for F=log
//! mutant:    ulp.float.fast.sqrt | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 6)` | for F=sqrt
//! mutant:    ulp.float.fast.log2 | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 4)` | for F=log2
//! mutant:    ulp.float.fast.rsqrt | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 4)` | for F=rsqrt
//! mutant:    ulp.float.fast.exp10 | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 12)` | for F=exp10
//! mutant:    ulp.float.fast.log10 | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 8)` | for F=log10
//! mutant:    ulp.float.fast.cosh | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=cosh
//! mutant:    ulp.float.fast.acosh | replace `fast::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(data[i])) + 10)` | for F=acosh
//! mutant:    ulp.float.fast.sinh | replace `fast::F(data[i])` with `fast::F(data[i]) + 0x1p-19f` | for F=sinh
//! mutant:    ulp.float.fast.tanh | replace `fast::F(data[i])` with `fast::F(data[i]) + 0x1p-19f` | for F=tanh
//! mutant:    ulp.float.fast.asinh | replace `fast::F(data[i])` with `fast::F(data[i]) + 0x1p-19f` | for F=asinh
//! mutant:    ulp.float.fast.atanh | replace `fast::F(data[i])` with `fast::F(data[i]) + 0x1p-19f` | for F=atanh
//! mutant:    ulp.float.precise.acos ulp.float.precise.acosh ulp.float.precise.asin ulp.float.precise.asinh
//!            ulp.float.precise.atan ulp.float.precise.atanh ulp.float.precise.log ulp.float.precise.log2
//!            ulp.float.precise.log10 ulp.float.precise.sinpi ulp.float.precise.sqrt ulp.float.precise.rsqrt | replace
//!            `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1), float4(1.001f),
//!            abs(as_type<int4>(data[i]) - 0x3f800000) < 5)` | for F=acos F=acosh F=asin F=asinh F=atan F=atanh F=log
//!            F=log2 F=log10 F=sinpi F=sqrt F=rsqrt
//! mutant:    ulp.float.precise.acosh ulp.float.precise.asinh ulp.float.precise.atan ulp.float.precise.log
//!            ulp.float.precise.log2 ulp.float.precise.log10 | replace `precise::F(data[i])` with `precise::F(data[i]) *
//!            select(float4(1), float4(1.001f), (as_type<int4>(data[i]) & 0x7ffff000) == 0x3f801000)` | for F=acosh
//!            F=asinh F=atan F=log F=log2 F=log10
//! mutant:    ulp.float.precise.sin | replace `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1),
//!            float4(1.001f), abs(as_type<int4>(data[i]) - 0x40490fdb) < 5)` | for F=sin
//! mutant:    ulp.float.precise.cos ulp.float.precise.tan | replace `precise::F(data[i])` with `precise::F(data[i]) *
//!            select(float4(1), float4(1.001f), abs(as_type<int4>(data[i]) - 0x3fc90fdb) < 5)` | for F=cos F=tan
//! mutant:    ulp.float.precise.cospi ulp.float.precise.tanpi | replace `precise::F(data[i])` with `precise::F(data[i])
//!            * select(float4(1), float4(1.001f), abs(as_type<int4>(data[i]) - 0x3f000000) < 5)` | for F=cospi F=tanpi
//! mutant:    ulp.float.precise.exp | replace `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1),
//!            float4(1.001f), abs(as_type<int4>(data[i]) - 0x42b17217) < 5)` | for F=exp
//! mutant:    ulp.float.precise.exp2 | replace `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1),
//!            float4(1.001f), abs(as_type<int4>(data[i]) - 0x42ffffff) < 5)` | for F=exp2
//! mutant:    ulp.float.precise.exp10 | replace `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1),
//!            float4(1.001f), abs(as_type<int4>(data[i]) - 0x421a209b) < 5)` | for F=exp10
//! mutant:    ulp.float.precise.sinh ulp.float.precise.cosh | replace `precise::F(data[i])` with `precise::F(data[i]) *
//!            select(float4(1), float4(1.001f), abs(as_type<int4>(data[i]) - 0x42b2d4fc) < 5)` | for F=sinh F=cosh
//! mutant:    ulp.float.precise.tanh | replace `precise::F(data[i])` with `precise::F(data[i]) * select(float4(1),
//!            float4(1.001f), abs(as_type<int4>(data[i]) - 0x3f200000) < 5)` | for F=tanh
//! mutant:    math.variants.namespaces | replace `precise::F(data[i])` with `fast::F(data[i])` | for F=sin F=exp
//!            F=tan
//! mutant:    num.ulp.reference | replace `precise::F(data[i])` with
//!            `precise::F(as_type<float4>(as_type<uint4>(data[i]) & 0xfffffffe))` | for F=sinh
//! mutant:    num.ulp.definition | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) - 1)` | for F=sqrt
//! mutant:    kb12 | replace `precise::F(data[i])` with `precise::exp2(data[i] * 1.44269504f)` | for F=exp
//! mutant:    kb14 | replace `precise::F(data[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(data[i])) - 8)` | for math=fast F=exp
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
