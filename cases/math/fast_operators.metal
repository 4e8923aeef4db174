//! title:     float sums, differences, products and quotients keep the table of fast math
//! verifies:  ulp.float.fast.add ulp.float.fast.sub ulp.float.fast.mul ulp.float.fast.div ulp.float.fast.recip
//! math:      fast
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
//! mutant:    ulp.float.fast.add | replace `a[i] + b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] + b[i]) + uint4(4))`
//! mutant:    ulp.float.fast.sub | replace `a[i] - b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] - b[i]) + uint4(4))`
//! mutant:    ulp.float.fast.mul | replace `a[i] * b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] * b[i]) + uint4(4))`
//! mutant:    ulp.float.fast.div | replace `a[i] / b[i]` with
//!            `as_type<float4>(as_type<uint4>(a[i] / b[i]) + uint4(4))`
//! mutant:    ulp.float.fast.recip | replace `float4(1) / b[i]` with
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
