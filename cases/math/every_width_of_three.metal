//! title:     fma and clamp of float take scalars and vectors of two and three components, in every namespace
//! verifies:  math.types math.componentwise math.variants.namespaces
//! subcases:  (KERNEL, FUNCTION) in (every_fma, fma) (every_clamp, clamp)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a float4[threads] = stratified
//! in:        b float4[threads] = random(-3, 0)
//! in:        c float4[threads] = random(0, 3)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = FUNCTION(a, b, c, 0)
//! expect:    exact = FUNCTION(a, b, c, 1)
//! expect:    quick = FUNCTION(a, b, c, 2)
//! mutant:    math.types | replace `plain[i] = WIDTHS(f)` with
//!            `plain[i] = float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.x))`
//! mutant:    math.componentwise | replace `f(x.xy, y.xy, z.xy)` with `f(x.xy, y.xy, z.yx)`
//! mutant:    math.variants.namespaces | replace `WIDTHS(fast::f)` with
//!            `float4(fast::f(x.xyz, y.xyz, z.xyz), fast::f(x.w, y.w, z.x))`

#include <metal_stdlib>
using namespace metal;

// A vector of three and a scalar, or two vectors of two.
#define WIDTHS(f)                                                                                                      \
    (i % 2 ? float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w)) :                                                        \
             float4(f(x.xy, y.xy, z.xy), f(x.zw, y.zw, z.zw)))
#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],                  \
                          device const float4 *c [[buffer(2)]], device float4 *plain [[buffer(3)]],                    \
                          device float4 *exact [[buffer(4)]], device float4 *quick [[buffer(5)]],                      \
                          uint i [[thread_position_in_grid]])                                                          \
    {                                                                                                                  \
        const float4 x = a[i], y = b[i], z = c[i];                                                                     \
        plain[i] = WIDTHS(f);                                                                                          \
        exact[i] = WIDTHS(precise::f);                                                                                 \
        quick[i] = WIDTHS(fast::f);                                                                                    \
    }

EVERY(fma) EVERY(clamp)
