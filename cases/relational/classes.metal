//! title:     isfinite, isinf, isnan, isnormal and signbit of every kind of number
//! verifies:  relational.isfinite.value relational.isinf.value relational.isnan.value relational.isnormal.value
//!            relational.isnormal.denormal relational.signbit.value relational.types
//! for:       (T, U) in (half, uchar) (half2, uchar2) (half3, uchar3) (half4, uchar4) (float, uchar) (float2,
//!            uchar2) (float3, uchar3) (float4, uchar4)
//! math:      safe relaxed fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data T[threads] = special
//! in:        every T[threads] = encodings
//! out:       isfinite_of U[threads]
//! out:       isinf_of U[threads]
//! out:       isnan_of U[threads]
//! out:       isnormal_of U[threads]
//! out:       signbit_of U[threads]
//! out:       normal_of U[threads]
//! expect:    isfinite_of = isfinite(data)
//! expect:    isinf_of = isinf(data)
//! expect:    isnan_of = isnan(data)
//! expect:    isnormal_of = isnormal(data)
//! expect:    signbit_of = signbit(data)
//! expect:    normal_of = isnormal(every)
//! mutant:    relational.isfinite.value | replace `isfinite(data[i])` with
//!            `!isfinite(data[i])`
//! mutant:    relational.isinf.value | replace `isinf(data[i])` with `!isinf(data[i])`
//! mutant:    relational.isnan.value | replace `isnan(data[i])` with `!isnan(data[i])`
//! mutant:    relational.isnormal.value | replace `isnormal(data[i])` with `!isnormal(data[i])`
//! mutant:    relational.signbit.value | replace `signbit(data[i])` with `signbit(T(1) - data[i] * T(0))`
//! mutant:    relational.isnormal.denormal | replace `isnormal(every[i])` with `isfinite(every[i])`
//! mutant:    relational.types | replace `signbit(data[i])` with
//!            `bool3(signbit(data[i].xy), false)` | for T=half3 T=float3

#include <metal_stdlib>
using namespace metal;

kernel void classify(device const T *data [[buffer(0)]], device const T *every [[buffer(1)]],
                     device U *isfinite_of [[buffer(2)]], device U *isinf_of [[buffer(3)]],
                     device U *isnan_of [[buffer(4)]], device U *isnormal_of [[buffer(5)]],
                     device U *signbit_of [[buffer(6)]], device U *normal_of [[buffer(7)]],
                     uint i [[thread_position_in_grid]])
{
    isfinite_of[i] = U(isfinite(data[i]));
    isinf_of[i] = U(isinf(data[i]));
    isnan_of[i] = U(isnan(data[i]));
    isnormal_of[i] = U(isnormal(data[i]));
    signbit_of[i] = U(signbit(data[i]));
    normal_of[i] = U(isnormal(every[i]));
}
