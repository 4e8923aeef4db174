//! title:     copysign, fdim, fmax and fmin are exact in every variant
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F} math.{F}.value math.fdim.zero
//! for:       F in copysign fdim fmax fmin
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 2)
//! in:        b float4[threads] = crossed(1, 2)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = F(a, b, 0)
//! expect:    exact = F(a, b, 1)
//! expect:    quick = F(a, b, 2)
//! mutant:    math.fdim.zero | replace `plain[i] = F(a[i], b[i])` with
//!            `plain[i] = select(F(a[i], b[i]), float4(1), a[i] <= b[i])` | for F=fdim
//! mutant:    math.{F}.value | replace `plain[i] = F(a[i], b[i])` with `plain[i] = F(b[i], a[i] + 1.0f)`
//! mutant:    ulp.float.precise.{F} | replace `precise::F(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(a[i], b[i])) + 2)`
//! mutant:    ulp.float.fast.{F} | replace `fast::F(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(a[i], b[i])) + 2)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device float4 *plain [[buffer(2)]], device float4 *exact [[buffer(3)]],
                  device float4 *quick [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    plain[i] = F(a[i], b[i]);
    exact[i] = precise::F(a[i], b[i]);
    quick[i] = fast::F(a[i], b[i]);
}
