//! title:     Float functions of two arguments take scalars and vectors of every width, in every namespace
//! verifies:  math.types math.componentwise math.variants.namespaces
//! subcases:  (KERNEL, FUNCTION) in (every_atan2, atan2) (every_copysign, copysign) (every_divide, divide)
//!            (every_fdim, fdim) (every_fmax, fmax) (every_max, fmax) (every_fmin, fmin) (every_min, fmin)
//!            (every_fmod, fmod) (every_pow, pow) (every_powr, powr)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a float4[threads] = stratified
//! in:        b float4[threads] = normal(0, 3)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = FUNCTION(a, b, 0)
//! expect:    exact = FUNCTION(a, b, 1)
//! expect:    quick = FUNCTION(a, b, 2)
//! mutant:    math.types | replace `plain[i] = WIDTHS(f)` with
//!            `plain[i] = float4(f(x.xyz, y.xyz), f(x.w, y.x))`
//! mutant:    math.componentwise | replace `float4(f(x.xy, y.xy), f(x.zw, y.zw))` with
//!            `float4(f(x.xy, y.yx), f(x.zw, y.zw))`
//! mutant:    math.variants.namespaces | replace `WIDTHS(precise::f)` with
//!            `float4(precise::f(x.xyz, y.xyz), precise::f(x.w, y.x))`

#include <metal_stdlib>
using namespace metal;

// All four, a vector of three and a scalar, or two vectors of two.
#define WIDTHS(f)                                                                                                      \
    (i % 3 == 0 ? f(x, y) : i % 3 == 1 ? float4(f(x.xyz, y.xyz), f(x.w, y.w)) : float4(f(x.xy, y.xy), f(x.zw, y.zw)))
#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],                  \
                          device float4 *plain [[buffer(2)]], device float4 *exact [[buffer(3)]],                      \
                          device float4 *quick [[buffer(4)]], uint i [[thread_position_in_grid]])                      \
    {                                                                                                                  \
        const float4 x = a[i], y = b[i];                                                                               \
        plain[i] = WIDTHS(f);                                                                                          \
        exact[i] = WIDTHS(precise::f);                                                                                 \
        quick[i] = WIDTHS(fast::f);                                                                                    \
    }

EVERY(atan2) EVERY(copysign) EVERY(divide) EVERY(fdim) EVERY(fmax) EVERY(max) EVERY(fmin) EVERY(min) EVERY(fmod)
EVERY(pow) EVERY(powr)
