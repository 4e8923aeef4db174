//! title:     precise::fmod is exact, has the sign of x, and is smaller than y
//! verifies:  ulp.float.precise.fmod math.fmod.precise
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 2)
//! in:        b float4[threads] = crossed(1, 2)
//! out:       exact float4[threads]
//! expect:    exact = fmod(a, b, 1)
//! mutant:    ulp.float.precise.fmod | replace `precise::fmod(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::fmod(a[i], b[i])) + 1)`
//! mutant:    ulp.float.precise.fmod | replace `precise::fmod(a[i], b[i])` with `select(precise::fmod(a[i], b[i]), float4(0),
//!            fabs(precise::fmod(a[i], b[i])) < fabs(b[i]) * 0x1p-20f)`
//! mutant:    math.fmod.precise | replace `precise::fmod(a[i], b[i])` with `a[i] - b[i] * floor(a[i] / b[i])`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device float4 *exact [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    exact[i] = precise::fmod(a[i], b[i]);
}
