//! title:     Float functions of one argument take scalars and vectors of two and three components, in every namespace
//! verifies:  math.types math.componentwise math.variants.namespaces
//! subcases:  (KERNEL, FUNCTION) in (every_@functions, @functions) (every_abs, fabs) (every_saturate, saturate)
//! macro:     EVERY_FUNCTION = EVERY(@functions)
//! math:      safe
//! dispatch:  KERNEL: threads 256, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = FUNCTION(data, 0)
//! expect:    exact = FUNCTION(data, 1)
//! expect:    quick = FUNCTION(data, 2)
//! mutant:    math.types | replace `float4(f(x.xyz), f(x.w))` with `float4(f(x.xyz), f(x.z))`
//! mutant:    math.componentwise | replace `float4(f(x.xy), f(x.zw))` with `float4(f(x.yx), f(x.zw))`
//! mutant:    math.variants.namespaces | replace `WIDTHS(precise::f)` with
//!            `float4(precise::f(x.xyz), precise::f(x.x))`

#include <metal_stdlib>
using namespace metal;

// All four, a vector of three and a scalar, or two vectors of two.
#define WIDTHS(f)                                                                                                      \
    (i % 3 == 0 ? f(x) : i % 3 == 1 ? float4(f(x.xyz), f(x.w)) : float4(f(x.xy), f(x.zw)))
#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const float4 *data [[buffer(0)]], device float4 *plain [[buffer(1)]],                 \
                          device float4 *exact [[buffer(2)]], device float4 *quick [[buffer(3)]],                      \
                          uint i [[thread_position_in_grid]])                                                          \
    {                                                                                                                  \
        const float4 x = data[i];                                                                                      \
        plain[i] = WIDTHS(f);                                                                                          \
        exact[i] = WIDTHS(precise::f);                                                                                 \
        quick[i] = WIDTHS(fast::f);                                                                                    \
    }

EVERY_FUNCTION EVERY(abs) EVERY(saturate)
