//! title:     float sums, differences, products and quotients keep the table of precise math
//! verifies:  ulp.float.precise.add ulp.float.precise.sub ulp.float.precise.mul ulp.float.precise.div
//!            ulp.float.precise.recip num.inf.float num.nan.float num.denorm.float num.ftz.case1 num.ftz.case2
//!            num.ftz.case3 num.ftz.case4 num.ftz.boundary num.rounding.mode num.rounding.consistent
//! math:      safe
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 2)
//! in:        b float4[threads] = crossed(1, 2)
//! out:       sum float4[threads]
//! out:       difference float4[threads]
//! out:       product float4[threads]
//! out:       quotient float4[threads]
//! out:       reciprocal float4[threads]
//! expect:    sum = add(a, b)
//! expect:    difference = sub(a, b)
//! expect:    product = mul(a, b)
//! expect:    quotient = div(a, b)
//! expect:    reciprocal = recip(b)
//! mutant:    ulp.float.precise.add | replace `a[i] + b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] + b[i]) + uint4(2))`
//! mutant:    ulp.float.precise.sub | replace `a[i] - b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] - b[i]) + uint4(2))`
//! mutant:    ulp.float.precise.mul | replace `a[i] * b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] * b[i]) + uint4(2))`
//! mutant:    ulp.float.precise.div | replace `a[i] / b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] / b[i]) + uint4(2))`
//! mutant:    num.inf.float | replace `a[i] + b[i]` with `select(a[i] + b[i], float4(1), isinf(a[i]))`
//! mutant:    num.nan.float | replace `a[i] - b[i]` with `select(a[i] - b[i], float4(0), a[i] == b[i])`
//! mutant:    num.nan.float | replace `a[i] + b[i]` with `select(a[i] + b[i], float4(1), isnan(a[i]))`
//! mutant:    num.denorm.float | replace `a[i] + b[i]` with
//!            `select(a[i] + b[i], float4(1), (as_type<uint4>(a[i]) & uint4(0x7f800000)) == uint4(0) && (as_type<uint4>(a[i]) & uint4(0x7fffff)) != uint4(0))`
//! mutant:    num.ftz.case2 | replace `a[i] * b[i]` with
//!            `select(a[i] * b[i], float4(0x1p-120f), abs(a[i] * b[i]) < float4(0x1p-126f) && a[i] != float4(0) && b[i] != float4(0))`
//! mutant:    num.ftz.boundary | replace `a[i] * b[i]` with
//!            `select(a[i] * b[i], float4(0x1.8p-126f), abs(a[i] * b[i]) == float4(0x1p-126f))`
//! mutant:    num.rounding.mode | replace `a[i] + b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] + b[i]) ^ 1)`
//! mutant:    num.ftz.case1 | replace `a[i] - b[i]` with
//!            `select(a[i] - b[i], float4(0x1p-126f), abs(a[i] - b[i]) < float4(0x1p-126f) && a[i] != b[i])`
//! mutant:    num.ftz.case3 | replace `a[i] - b[i]` with `select(a[i] - b[i], -a[i], abs(b[i]) < float4(0x1p-126f))`
//! mutant:    num.ftz.case4 | replace `a[i] / b[i]` with
//!            `select(a[i] / b[i], float4(0x1p-126f), abs(a[i]) < float4(0x1p-126f) && abs(b[i]) > float4(2))`
//! mutant:    num.rounding.consistent | replace `a[i] * b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] * b[i]) + select(uint4(0), uint4(1), fma(a[i], b[i], -(a[i] * b[i])) * a[i] * b[i] > float4(0)))`
//! mutant:    ulp.float.precise.recip | replace `float4(1) / b[i]` with
//!            `as_type<float4>(as_type<uint4>(float4(1) / b[i]) + uint4(3))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device float4 *sum [[buffer(2)]], device float4 *difference [[buffer(3)]],
                  device float4 *product [[buffer(4)]], device float4 *quotient [[buffer(5)]],
                  device float4 *reciprocal [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
    product[i] = a[i] * b[i];
    quotient[i] = a[i] / b[i];
    reciprocal[i] = float4(1) / b[i];
}
