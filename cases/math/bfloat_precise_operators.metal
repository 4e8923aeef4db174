//! title:     bfloat sums, differences, products and quotients keep the table of precise math
//! verifies:  ulp.bfloat.precise.add ulp.bfloat.precise.sub ulp.bfloat.precise.mul ulp.bfloat.precise.div
//!            ulp.bfloat.precise.recip num.inf.bfloat num.nan.bfloat num.denorm.bfloat ulp.bfloat.scope
//! requires:  feature bfloat
//! math:      safe
//! dispatch:  threads 8192, threadgroup 64
//! in:        a bfloat4[threads] = crossed(0, 2)
//! in:        b bfloat4[threads] = crossed(1, 2)
//! out:       sum bfloat4[threads]
//! out:       difference bfloat4[threads]
//! out:       product bfloat4[threads]
//! out:       quotient bfloat4[threads]
//! out:       reciprocal bfloat4[threads]
//! expect:    sum = add(a, b)
//! expect:    difference = sub(a, b)
//! expect:    product = mul(a, b)
//! expect:    quotient = div(a, b)
//! expect:    reciprocal = recip(b)
//! mutant:    ulp.bfloat.precise.add | replace `a[i] + b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] + b[i]) + ushort4(2))`
//! mutant:    ulp.bfloat.precise.sub | replace `a[i] - b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] - b[i]) + ushort4(2))`
//! mutant:    ulp.bfloat.precise.mul | replace `a[i] * b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] * b[i]) + ushort4(2))`
//! mutant:    ulp.bfloat.precise.div | replace `a[i] / b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] / b[i]) + ushort4(2))`
//! mutant:    num.inf.bfloat | replace `a[i] + b[i]` with `select(a[i] + b[i], bfloat4(1), isinf(a[i]))`
//! mutant:    num.nan.bfloat | replace `a[i] - b[i]` with `select(a[i] - b[i], bfloat4(0), a[i] == b[i])`
//! mutant:    num.nan.bfloat | replace `a[i] + b[i]` with `select(a[i] + b[i], bfloat4(1), isnan(a[i]))`
//! mutant:    num.denorm.bfloat | replace `a[i] + b[i]` with
//!            `select(a[i] + b[i], bfloat4(1), (as_type<ushort4>(a[i]) & ushort4(0x7f80)) == ushort4(0) && (as_type<ushort4>(a[i]) & ushort4(0x7f)) != ushort4(0))`
//! mutant:    ulp.bfloat.scope | replace `a[i] * b[i]` with `a[i] * b[i] * bfloat(1.02f)`
//! mutant:    ulp.bfloat.precise.recip | replace `bfloat4(1) / b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(bfloat4(1) / b[i]) + ushort4(3))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const bfloat4 *a [[buffer(0)]], device const bfloat4 *b [[buffer(1)]],
                  device bfloat4 *sum [[buffer(2)]], device bfloat4 *difference [[buffer(3)]],
                  device bfloat4 *product [[buffer(4)]], device bfloat4 *quotient [[buffer(5)]],
                  device bfloat4 *reciprocal [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
    product[i] = a[i] * b[i];
    quotient[i] = a[i] / b[i];
    reciprocal[i] = bfloat4(1) / b[i];
}
