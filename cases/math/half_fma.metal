//! title:     fma of halves rounds once
//! verifies:  ulp.half.precise.fma
//! requires:  family apple4
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        a half4[threads] = crossed(0, 3)
//! in:        b half4[threads] = crossed(1, 3)
//! in:        c half4[threads] = crossed(2, 3)
//! out:       result half4[threads]
//! expect:    result = fma(a, b, c, 0)
//! mutant:    ulp.half.precise.fma | replace `fma(a[i], b[i], c[i])` with
//!            `half4(fma(float4(a[i]), float4(b[i]), float4(c[i])) + 0x1p-6f)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                  device const half4 *c [[buffer(2)]], device half4 *result [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = fma(a[i], b[i], c[i]);
}
