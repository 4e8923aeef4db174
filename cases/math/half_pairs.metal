//! title:     half functions of two operands keep table 8.3
//! verifies:  ulp.half.precise.{F}
//! requires:  family apple4
//! for:       F in atan2 copysign fdim fmax fmin fmod
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        a half4[threads] = crossed(0, 2)
//! in:        b half4[threads] = crossed(1, 2)
//! out:       result half4[threads]
//! expect:    result = F(a, b, 0)
//! mutant:    ulp.half.precise.{F} | replace `F(a[i], b[i])` with
//!            `as_type<half4>(as_type<ushort4>(F(a[i], b[i])) + ushort4(3))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                  device half4 *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = F(a[i], b[i]);
}
