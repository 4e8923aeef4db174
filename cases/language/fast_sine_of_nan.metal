//! title:     The fast sine and cosine of NaN are NaN where fast math is off
//! verifies:  math.fp32_functions.inf_nan
//! requires:  family apple4
//! for:       F in sin cos
//! math:      safe relaxed
//! functions: fast
//! dispatch:  threads 4, threadgroup 4
//! in:        data float[4] = values nan 0 nan 1
//! out:       chosen int[4]
//! out:       named int[4]
//! expect:    chosen = values 1 0 1 0
//! expect:    named = values 1 0 1 0
//! note:      Apart from other functions, as M3 and later are known not to keep it.
//! mutant:    math.fp32_functions.inf_nan | replace `isnan(F(data[i]))` with `isnan(F(data[i] == data[i] ? data[i] : 0.0f))`
//! mutant:    math.fp32_functions.inf_nan | replace `fast::F(data[i])` with `fast::F(fmax(data[i], 0.0f))`

#include <metal_stdlib>
using namespace metal;

kernel void probe(device const float *data [[buffer(0)]], device int *chosen [[buffer(1)]],
                  device int *named [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    chosen[i] = isnan(F(data[i]));
    named[i] = isnan(fast::F(data[i]));
}
