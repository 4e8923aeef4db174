//! title:     nextafter of float takes scalars and vectors of every width, in every namespace
//! verifies:  math.types math.componentwise
//! requires:  msl 3.1
//! math:      safe
//! dispatch:  threads 512, threadgroup 64
//! in:        a float4[threads] = stratified
//! in:        b float4[threads] = normal(0, 1)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = nextafter(a, b)
//! expect:    exact = nextafter(a, b)
//! expect:    quick = nextafter(a, b)
//! mutant:    math.types | replace `f(x.w, y.w)` with `f(x.w, y.x)`
//! mutant:    math.componentwise | replace `f(x.xy, y.xy)` with `f(x.xy, y.yx)`

#include <metal_stdlib>
using namespace metal;

#define WIDTHS(f)                                                                                                      \
    (i % 3 == 0 ? f(x, y) : i % 3 == 1 ? float4(f(x.xyz, y.xyz), f(x.w, y.w)) :                                        \
                                         float4(f(x.xy, y.xy), f(x.zw, y.zw)))

kernel void step_to(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                    device float4 *plain [[buffer(2)]],
                    device float4 *exact [[buffer(3)]],
                    device float4 *quick [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const float4 x = a[i], y = b[i];
    plain[i] = WIDTHS(nextafter);
    exact[i] = WIDTHS(precise::nextafter);
    quick[i] = WIDTHS(fast::nextafter);
}
