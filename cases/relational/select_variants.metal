//! title:     precise::select and fast::select of float take the second operand where the mask is true
//! verifies:  relational.select.float
//! for:       (T, B) in (float, bool) (float2, bool2) (float3, bool3) (float4, bool4)
//! subcases:  VARIANT in precise fast
//! requires:  msl 3.2
//! math:      safe fast
//! dispatch:  threads 1024, threadgroup 64
//! in:        a T[threads] = random(-100, 100)
//! in:        b T[threads] = random(-100, 100)
//! in:        c B[threads] = random
//! out:       result T[threads]
//! expect:    result = selected(a, b, c)
//! mutant:    relational.select.float | replace `VARIANT::select(a[i], b[i], c[i])` with
//!            `VARIANT::select(b[i], a[i], c[i])`
//! note:      the text names the variants of most functions, and Apple's library has these two

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device const B *c [[buffer(2)]],
                   device T *result [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    result[i] = VARIANT::select(a[i], b[i], c[i]);
}
