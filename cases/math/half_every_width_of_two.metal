//! title:     Half functions of two arguments take scalars and vectors of every width
//! verifies:  math.types math.componentwise
//! subcases:  (KERNEL, FUNCTION) in (every_atan2, atan2) (every_copysign, copysign) (every_divide, divide)
//!            (every_fdim, fdim) (every_fmax, fmax) (every_max, fmax) (every_fmin, fmin) (every_min, fmin) (every_fmod, fmod)
//! requires:  family apple4
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a half4[threads] = stratified
//! in:        b half4[threads] = normal(0, 3)
//! out:       plain half4[threads]
//! expect:    plain = FUNCTION(a, b, 0)
//! mutant:    math.types | replace `half4(f(x.xyz, y.xyz), f(x.w, y.w))` with `half4(f(x.xyz, y.xyz), f(x.w, y.x))`
//! mutant:    math.componentwise | replace `half4(f(x.xy, y.xy), f(x.zw, y.zw))` with
//!            `half4(f(x.xy, y.yx), f(x.zw, y.zw))`

#include <metal_stdlib>
using namespace metal;

#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],                    \
                          device half4 *plain [[buffer(2)]], uint i [[thread_position_in_grid]])                       \
    {                                                                                                                  \
        const half4 x = a[i], y = b[i];                                                                                \
        plain[i] = i % 3 == 0 ? f(x, y) : i % 3 == 1 ? half4(f(x.xyz, y.xyz), f(x.w, y.w)) : half4(f(x.xy, y.xy), f(x.zw, y.zw)); \
    }

EVERY(atan2) EVERY(copysign) EVERY(divide) EVERY(fdim) EVERY(fmax) EVERY(max) EVERY(fmin) EVERY(min) EVERY(fmod)
