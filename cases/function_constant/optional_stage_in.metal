//! title:     A member of a stage_in structure belongs to the kernel only if its function constant is true
//! verifies:  fconst.optional_stage_in
//! for:       BIAS in 0 1
//! constant:  with_bias(0) bool = BIAS
//! options:   attribute 0 float data, attribute 1 float bias
//! dispatch:  threads 64, threadgroup 32
//! in:        data float[64] = integers(-50, 50)
//! in:        bias float[64] = integers(1, 5)
//! out:       result float[64]
//! expect:    result = added_if(data, bias, BIAS)
//! mutant:    fconst.optional_stage_in | replace `float value = in.data` with `float value = -in.data`
//! mutant:    fconst.optional_stage_in | replace `value += in.bias` with `value -= in.bias` | for BIAS=1

#include <metal_stdlib>
using namespace metal;

constant bool with_bias [[function_constant(0)]];

struct inputs {
    float data [[attribute(0)]];
    float bias [[attribute(1), function_constant(with_bias)]];
};

kernel void add_bias(inputs in [[stage_in]], device float *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    float value = in.data;
    if (with_bias)
        value += in.bias;
    result[i] = value;
}
