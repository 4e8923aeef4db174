//! title:     Minimum, maximum and median of three float numbers, in every width and namespace
//! verifies:  math.types math.componentwise math.variants.namespaces
//! requires:  msl 2.1
//! subcases:  (KERNEL, FUNCTION) in (every_fmax3, fmax3) (every_fmin3, fmin3) (every_fmedian3, fmedian3) (every_max3,
//!            fmax3) (every_min3, fmin3) (every_median3, fmedian3)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a float4[threads] = stratified
//! in:        b float4[threads] = normal(0, 1)
//! in:        c float4[threads] = normal(0, 1)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = FUNCTION(a, b, c)
//! expect:    exact = FUNCTION(a, b, c)
//! expect:    quick = FUNCTION(a, b, c)
//! mutant:    math.types | replace `plain[i] = WIDTHS(f)` with
//!            `plain[i] = float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.x))`
//! mutant:    math.componentwise | replace `f(x.xy, y.xy, z.xy)` with `f(x.xy, y.xy, z.yx)`
//! mutant:    math.variants.namespaces | replace `WIDTHS(fast::f)` with
//!            `float4(fast::f(x.xyz, y.xyz, z.xyz), fast::f(x.w, y.w, z.x))`

#include <metal_stdlib>
using namespace metal;

// All four, a vector of three and a scalar, or two vectors of two.
#define WIDTHS(f)                                                                                                      \
    (i % 3 == 0 ? f(x, y, z) : i % 3 == 1 ? float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w)) :                         \
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

EVERY(fmax3) EVERY(fmin3) EVERY(fmedian3) EVERY(max3) EVERY(min3) EVERY(median3)
