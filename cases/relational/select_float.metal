//! title:     select of floating types takes the second operand where the mask is true
//! verifies:  relational.select.float
//! for:       (T, B) in (half, bool) (half2, bool2) (half3, bool3) (half4, bool4) (float, bool) (float2, bool2)
//!            (float3, bool3) (float4, bool4)
//! dispatch:  threads 4096, threadgroup 64
//! math:      safe fast
//! in:        a T[threads] = random(-100, 100)
//! in:        b T[threads] = random(-100, 100)
//! in:        c B[threads] = random
//! out:       result T[threads]
//! expect:    result = selected(a, b, c)
//! mutant:    relational.select.float | replace `select(a[i], b[i], c[i])` with `select(b[i], a[i], c[i])`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const B *c [[buffer(2)]],
                   device T *result [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    result[i] = select(a[i], b[i], c[i]);
}
