//! title:     Math functions take scalars and vectors of every width, component by component
//! verifies:  math.types math.componentwise
//! for:       (T, I) in (float, int) (float2, int2) (float3, int3) (float4, int4) (half, int) (half2, int2) (half3,
//!            int3) (half4, int4)
//! math:      safe
//! dispatch:  threads 1024, threadgroup 64
//! in:        a T[threads] = stratified
//! in:        b T[threads] = crossed(1, 2)
//! out:       sine T[threads]
//! out:       larger T[threads]
//! out:       fused T[threads]
//! out:       exponent I[threads]
//! expect:    sine = sin(a, 0)
//! expect:    larger = fmax(a, b, 0)
//! expect:    fused = fma(a, b, a, 0)
//! expect:    exponent = ilogb(a)
//! mutant:    math.types | replace `sin(a[i])` with `cos(a[i])`
//! mutant:    math.componentwise | replace `fmax(a[i], b[i])` with `fmax(a[i], T(b[0]))`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *sine [[buffer(2)]],
                  device T *larger [[buffer(3)]], device T *fused [[buffer(4)]], device I *exponent [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    sine[i] = sin(a[i]);
    larger[i] = fmax(a[i], b[i]);
    fused[i] = fma(a[i], b[i], a[i]);
    exponent[i] = ilogb(a[i]);
}
