//! title:     Bounded float functions of two operands keep tables 8.1 and 8.2
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F}
//! for:       F in atan2 pow powr
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
//! mutant:    ulp.float.precise.{F} | replace `precise::F(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::F(a[i], b[i])) + 20)`
//! mutant:    ulp.float.precise.pow ulp.float.precise.powr | replace `precise::F(a[i], b[i])` with `precise::F(a[i],
//!            b[i]) * select(float4(1), float4(0.999f), precise::F(a[i], b[i]) > 0x1.fffcp+127f)` | for F=pow F=powr
//! mutant:    ulp.float.precise.pow ulp.float.precise.powr | replace `precise::F(a[i], b[i])` with `precise::F(a[i],
//!            b[i]) * select(float4(1), float4(1.001f), abs(as_type<int4>(a[i]) - 0x3f800000) < 5)` | for F=pow F=powr
//! mutant:    ulp.float.precise.atan2 | replace `precise::F(a[i], b[i])` with `precise::F(a[i], b[i]) *
//!            select(float4(1), float4(1.001f), a[i] != b[i] && abs(as_type<int4>(a[i]) - as_type<int4>(b[i])) < 5)` |
//!            for F=atan2
//! mutant:    ulp.float.fast.{F} | replace `fast::F(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::F(a[i], b[i])) + 64)`

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
