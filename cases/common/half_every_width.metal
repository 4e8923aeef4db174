//! title:     mix and smoothstep of half take scalars and vectors of every width
//! verifies:  common.types common.componentwise
//! subcases:  (KERNEL, FUNCTION) in (every_mix, mix) (every_smoothstep, smoothstep)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a half4[threads] = random(-2, -1)
//! in:        b half4[threads] = random(1, 2)
//! in:        c half4[threads] = random(0, 1)
//! out:       plain half4[threads]
//! expect:    plain = FUNCTION(a, b, c)
//! mutant:    common.types | replace `half4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w))` with
//!            `half4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.x))`
//! mutant:    common.componentwise | replace `f(x.xy, y.xy, z.xy)` with `f(x.xy, y.xy, z.yx)`

#include <metal_stdlib>
using namespace metal;

#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],                    \
                          device const half4 *c [[buffer(2)]], device half4 *plain [[buffer(3)]],                      \
                          uint i [[thread_position_in_grid]])                                                          \
    {                                                                                                                  \
        const half4 x = a[i], y = b[i], z = c[i];                                                                      \
        plain[i] = i % 3 == 0 ? f(x, y, z) : i % 3 == 1 ? half4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w)) :            \
                                             half4(f(x.xy, y.xy, z.xy), f(x.zw, y.zw, z.zw));                          \
    }

EVERY(mix) EVERY(smoothstep)
