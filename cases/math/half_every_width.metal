//! title:     Half functions of one argument take scalars and vectors of two and three components
//! verifies:  math.types math.componentwise
//! subcases:  (KERNEL, FUNCTION) in (every_@functions, @functions) (every_abs, fabs) (every_saturate, saturate)
//! macro:     EVERY_FUNCTION = EVERY(@functions)
//! requires:  family apple4
//! math:      safe
//! dispatch:  KERNEL: threads 256, threadgroup 64
//! in:        data half4[threads] = stratified
//! out:       plain half4[threads]
//! expect:    plain = FUNCTION(data, 0)
//! mutant:    math.types | replace `half4(f(x.xyz), f(x.w))` with `half4(f(x.xyz), f(x.z))`
//! mutant:    math.componentwise | replace `half4(f(x.xy), f(x.zw))` with `half4(f(x.yx), f(x.zw))`

#include <metal_stdlib>
using namespace metal;

#define EVERY(f)                                                                                                       \
    kernel void every_##f(device const half4 *data [[buffer(0)]], device half4 *plain [[buffer(1)]],                   \
                          uint i [[thread_position_in_grid]])                                                          \
    {                                                                                                                  \
        const half4 x = data[i];                                                                                       \
        plain[i] = i % 2 ? half4(f(x.xyz), f(x.w)) : half4(f(x.xy), f(x.zw));                                          \
    }

EVERY_FUNCTION EVERY(abs) EVERY(saturate)
