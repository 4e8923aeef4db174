//! title:     A member of a structure given by value belongs to it only if its function constant is true
//! verifies:  fconst.optional_member
//! for:       BIAS in 0 1
//! constant:  with_bias(0) bool = BIAS
//! dispatch:  threads 100, threadgroup 32
//! requires:  msl 2.0, feature nonuniform_threadgroups
//! in:        data float[100] = integers(-50, 50)
//! in:        bias float[100] = integers(1, 5)
//! out:       result float[100]
//! expect:    result = added_if(data, bias, BIAS)
//! mutant:    fconst.optional_member | replace `value += all.bias[i];` with `value -= all.bias[i];` | for BIAS=1
//! mutant:    fconst.optional_member | replace `if (with_bias)` with `if (!with_bias)` | for BIAS=1

#include <metal_stdlib>
using namespace metal;

constant bool with_bias [[function_constant(0)]];

struct inputs {
    device const float *data [[buffer(0)]];
    device const float *bias [[buffer(1), function_constant(with_bias)]];
};

kernel void add_bias(inputs all, device float *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    float value = all.data[i];
    if (with_bias)
        value += all.bias[i];
    result[i] = value;
}
