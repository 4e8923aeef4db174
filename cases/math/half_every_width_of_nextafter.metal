//! title:     nextafter of half takes scalars and vectors of every width
//! verifies:  math.types math.componentwise
//! requires:  family apple4, msl 3.1
//! math:      safe
//! dispatch:  threads 512, threadgroup 64
//! in:        a half4[threads] = stratified
//! in:        b half4[threads] = normal(0, 1)
//! out:       plain half4[threads]
//! expect:    plain = nextafter(a, b)
//! mutant:    math.types | replace `f(x.w, y.w)` with `f(x.w, y.x)`
//! mutant:    math.componentwise | replace `f(x.xy, y.xy)` with `f(x.xy, y.yx)`

#include <metal_stdlib>
using namespace metal;

#define WIDTHS(f)                                                                                                      \
    (i % 3 == 0 ? f(x, y) : i % 3 == 1 ? half4(f(x.xyz, y.xyz), f(x.w, y.w)) :                                         \
                                         half4(f(x.xy, y.xy), f(x.zw, y.zw)))

kernel void step_to(device const half4 *a [[buffer(0)]], device const half4 *b [[buffer(1)]],
                    device half4 *plain [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const half4 x = a[i], y = b[i];
    plain[i] = WIDTHS(nextafter);
}
