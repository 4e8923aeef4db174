//! title:     A buffer argument belongs to the kernel only if its function constant is true
//! verifies:  fconst.optional_argument fconst.code_paths
//! for:       (BIAS, INDEX) in (0, absent) (1, 1)
//! constant:  with_bias(0) bool = BIAS
//! dispatch:  threads 100, threadgroup 32
//! requires:  feature nonuniform_threadgroups
//! in:        data float[100] = integers(-50, 50)
//! in:        bias float[100] = integers(1, 5)
//! out:       result float[100]
//! expect:    result = added_if(data, bias, BIAS)
//! reflect:   bias = INDEX
//! mutant:    fconst.optional_argument | replace `[[buffer(1), function_constant(with_bias)]]` with `[[buffer(1)]]` |
//!            for BIAS=0
//! mutant:    fconst.code_paths | replace `if (with_bias)` with `if (!with_bias)` | for BIAS=1

#include <metal_stdlib>
using namespace metal;

constant bool with_bias [[function_constant(0)]];

kernel void add_bias(device const float *data [[buffer(0)]],
                     device const float *bias [[buffer(1), function_constant(with_bias)]],
                     device float *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    float value = data[i];
    if (with_bias)
        value += bias[i];
    result[i] = value;
}
