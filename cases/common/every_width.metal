//! title:     mix and smoothstep of float take scalars and vectors of every width
//! verifies:  common.types common.componentwise
//! subcases:  (KERNEL, FUNCTION) in (every_mix, mix) (every_smoothstep, smoothstep)
//! math:      safe
//! dispatch:  KERNEL: threads 512, threadgroup 64
//! in:        a float4[threads] = random(-2, -1)
//! in:        b float4[threads] = random(1, 2)
//! in:        c float4[threads] = random(0, 1)
//! out:       plain float4[threads]
//! expect:    plain = FUNCTION(a, b, c)
//! mutant:    common.types | replace `float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w))` with
//!            `float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.x))`
//! mutant:    common.componentwise | replace `f(x.xy, y.xy, z.xy)` with `f(x.xy, y.xy, z.yx)`

#include <metal_stdlib>
using namespace metal;

#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],                  \
                          device const float4 *c [[buffer(2)]], device float4 *plain [[buffer(3)]],                    \
                          uint i [[thread_position_in_grid]])                                                          \
    {                                                                                                                  \
        const float4 x = a[i], y = b[i], z = c[i];                                                                     \
        plain[i] = i % 3 == 0 ? f(x, y, z) : i % 3 == 1 ? float4(f(x.xyz, y.xyz, z.xyz), f(x.w, y.w, z.w)) :           \
                                             float4(f(x.xy, y.xy, z.xy), f(x.zw, y.zw, z.zw));                         \
    }

EVERY(mix) EVERY(smoothstep)
