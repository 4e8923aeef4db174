//! title:     half functions of one argument keep table 8.3 for every half
//! verifies:  ulp.half.precise.{F} ulp.half.scope math.variants.half_bfloat
//! requires:  family apple4
//! for:       F in @inexact @exact
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data half4[threads] = encodings
//! out:       result half4[threads]
//! expect:    result = F(data, 0)
//! mutant:    ulp.half.precise.{F} | replace `F(data[i])` with
//!            `as_type<half4>(as_type<ushort4>(F(data[i])) + ushort4(2))`
//! mutant:    ulp.half.scope | replace `F(data[i])` with
//!            `as_type<half4>(as_type<ushort4>(F(data[i])) - ushort4(2))` | for F=exp
//! mutant:    ulp.half.scope | replace `F(data[i])` with
//!            `as_type<half4>(as_type<ushort4>(F(data[i])) - ushort4(1))` | for F=floor F=ceil F=round F=rint
//! mutant:    math.variants.half_bfloat | replace `F(data[i])` with `half4(fast::F(float4(data[i])))` | for F=sin
//!            F=cos

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *data [[buffer(0)]], device half4 *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = F(data[i]);
}
