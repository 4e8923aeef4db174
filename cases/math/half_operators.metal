//! title:     half sums, differences, products and quotients keep the table of half math
//! verifies:  ulp.half.precise.add ulp.half.precise.sub ulp.half.precise.mul ulp.half.precise.div
//!            ulp.half.precise.recip num.inf.half num.nan.half num.denorm.half
//! requires:  family apple4
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a half4[threads] = crossed(0, 2)
//! in:        b half4[threads] = crossed(1, 2)
//! out:       sum half4[threads]
//! out:       difference half4[threads]
//! out:       product half4[threads]
//! out:       quotient half4[threads]
//! out:       reciprocal half4[threads]
//! expect:    sum = add(a, b)
//! expect:    difference = sub(a, b)
//! expect:    product = mul(a, b)
//! expect:    quotient = div(a, b)
//! expect:    reciprocal = recip(b)
//! mutant:    ulp.half.precise.add | replace `a[i] + b[i]` with
//!            `as_type<half4>(as_type<ushort4>(a[i] + b[i]) + ushort4(2))`
//! mutant:    ulp.half.precise.sub | replace `a[i] - b[i]` with
//!            `as_type<half4>(as_type<ushort4>(a[i] - b[i]) + ushort4(2))`
//! mutant:    ulp.half.precise.mul | replace `a[i] * b[i]` with
//!            `as_type<half4>(as_type<ushort4>(a[i] * b[i]) + ushort4(2))`
//! mutant:    ulp.half.precise.div | replace `a[i] / b[i]` with
//!            `as_type<half4>(as_type<ushort4>(a[i] / b[i]) + ushort4(2))`
//! mutant:    num.inf.half | replace `a[i] + b[i]` with `select(a[i] + b[i], half4(1), isinf(a[i]))` | for math=safe
//! mutant:    num.nan.half | replace `a[i] - b[i]` with `select(a[i] - b[i], half4(0), a[i] == b[i])` | for
//!            math=safe
//! mutant:    num.nan.half | replace `a[i] + b[i]` with `select(a[i] + b[i], half4(1), isnan(a[i]))` | for math=safe
//! mutant:    num.denorm.half | replace `a[i] + b[i]` with
//!            `select(a[i] + b[i], half4(1), (as_type<ushort4>(a[i]) & ushort4(0x7c00)) == ushort4(0) && (as_type<ushort4>(a[i]) & ushort4(0x3ff)) != ushort4(0))`
//! mutant:    ulp.half.precise.recip | replace `half4(1) / b[i]` with
//!            `as_type<half4>(as_type<ushort4>(half4(1) / b[i]) + ushort4(3))`
//! note:      Fast math may turn the quotient into a product with the reciprocal (MSL 1.6.3); the table of half has one
//!            row for all modes.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                  device half4 *sum [[buffer(2)]], device half4 *difference [[buffer(3)]],
                  device half4 *product [[buffer(4)]], device half4 *quotient [[buffer(5)]],
                  device half4 *reciprocal [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
    product[i] = a[i] * b[i];
    quotient[i] = a[i] / b[i];
    reciprocal[i] = half4(1) / b[i];
}
