//! title:     Unary minus turns the sign of a floating number, zeros included; sums and products keep the sign of a
//!            zero
//! verifies:  ops.unary.plus_minus math.mode.safe.signed_zero
//! for:       T in half float half4 float4 packed_half3 packed_float3
//! math:      safe
//! dispatch:  threads 16, threadgroup 16
//! in:        a T[16] = values 0 -0.0 1 -2.5 -0.0 0 …
//! out:       minus T[16]
//! out:       plus T[16]
//! out:       times T[16]
//! expect:    minus = values -0.0 0 -1 2.5 0 -0.0 …
//! expect:    plus = same a
//! expect:    times = same a
//! mutant:    ops.unary.plus_minus | replace `-a[i]` with `T(0) - a[i]`
//! mutant:    ops.unary.plus_minus | replace `+a[i]` with `-a[i]`
//! mutant:    math.mode.safe.signed_zero | replace `a[i] * T(1)` with `a[i] + T(0)`

#include <metal_stdlib>
using namespace metal;

kernel void operate(device const T *a [[buffer(0)]], device T *minus [[buffer(1)]], device T *plus [[buffer(2)]],
                    device T *times [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    minus[i] = -a[i];
    plus[i] = +a[i];
    times[i] = a[i] * T(1);
}
