//! title:     bfloat sums, differences, products and quotients keep the table of fast math
//! verifies:  ulp.bfloat.fast.add ulp.bfloat.fast.sub ulp.bfloat.fast.mul ulp.bfloat.fast.div ulp.bfloat.fast.recip
//! requires:  feature bfloat
//! math:      fast
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
//! mutant:    ulp.bfloat.fast.add | replace `a[i] + b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] + b[i]) + ushort4(4))`
//! mutant:    ulp.bfloat.fast.sub | replace `a[i] - b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] - b[i]) + ushort4(4))`
//! mutant:    ulp.bfloat.fast.mul | replace `a[i] * b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] * b[i]) + ushort4(4))`
//! mutant:    ulp.bfloat.fast.div | replace `a[i] / b[i]` with
//!            `as_type<bfloat4>(as_type<ushort4>(a[i] / b[i]) + ushort4(4))`
//! mutant:    ulp.bfloat.fast.recip | replace `bfloat4(1) / b[i]` with
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
