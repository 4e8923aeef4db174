//! title:     Relaxed math keeps what INF and NaN mean
//! verifies:  num.nan.undefined.relaxed
//! requires:  msl 3.2
//! before:    the math mode is the host's, not the language's
//! for:       T in float4 half4
//! math:      relaxed
//! dispatch:  threads 8192, threadgroup 64
//! in:        a T[threads] = crossed(0, 2)
//! in:        b T[threads] = crossed(1, 2)
//! out:       sum T[threads]
//! out:       product T[threads]
//! out:       larger T[threads]
//! expect:    sum = add(a, b)
//! expect:    product = mul(a, b)
//! expect:    larger = fmax(a, b, 0)
//! mutant:    num.nan.undefined.relaxed | replace `a[i] + b[i]` with
//!            `select(a[i] + b[i], T(0), isnan(a[i]) || isinf(b[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *sum [[buffer(2)]],
                  device T *product [[buffer(3)]], device T *larger [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    product[i] = a[i] * b[i];
    larger[i] = fmax(a[i], b[i]);
}
