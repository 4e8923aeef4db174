//! title:     In relaxed math the fast functions too honour infinities and NaN
//! verifies:  math.fp32_functions.inf_nan
//! requires:  family apple4
//! math:      relaxed
//! functions: fast
//! dispatch:  threads 1, threadgroup 1
//! in:        data float3[1] = values inf -inf nan
//! out:       result int[8]
//! expect:    result = values 1 …
//! mutant:    math.fp32_functions.inf_nan | replace `exp(v.y) == 0.0f` with `exp(v.y) != 0.0f`
//! mutant:    math.fp32_functions.inf_nan | replace `isnan(sqrt(v.y))` with `isnan(sqrt(-v.y))`
//! note:      log(0) is not asked for: of x <= 0 table 8.2 leaves the fast logarithms undefined. language/fast_sine_of_nan has sin.

#include <metal_stdlib>
using namespace metal;

kernel void probe(device const float3 *data [[buffer(0)]], device int *result [[buffer(1)]])
{
    const float3 v = data[0];
    result[0] = isinf(exp(v.x));
    result[1] = exp(v.y) == 0.0f;
    result[2] = isnan(exp(v.z));
    result[3] = isinf(log(v.x));
    result[4] = isnan(sqrt(v.y));
    result[5] = isinf(sqrt(v.x));
    result[6] = isnan(exp10(v.z));
    result[7] = rsqrt(v.x) == 0.0f;
}
