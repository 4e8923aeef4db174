//! title:     copysign takes the sign of its second operand, also from a zero or a NaN, and gives it to a NaN too
//! verifies:  math.copysign.nan_zero_sign
//! for:       (T, U) in (float4, uint4) (half4, ushort4)
//! math:      safe
//! dispatch:  threads 8192, threadgroup 64
//! in:        a T[threads] = crossed(0, 2)
//! in:        b T[threads] = crossed(1, 2)
//! out:       negative uchar4[threads]
//! expect:    negative = copied_sign(a, b)
//! mutant:    math.copysign.nan_zero_sign | replace `copysign(a[i], b[i])` with
//!            `select(copysign(a[i], b[i]), abs(a[i]), b[i] == T(0) || isnan(b[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                  device uchar4 *negative [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    negative[i] = uchar4(as_type<U>(copysign(a[i], b[i])) >> U(8 * sizeof(U) / 4 - 1));
}
