//! title:     A function of mathematics is no constant expression
//! verifies:  addrspace.constant.core_constant
//! reject:    constant expression initializer
//! grade:     rule stated
//! control:   replace `exp(1.0f)` with `2.7182817f`

#include <metal_stdlib>
using namespace metal;

constant float powers[2] = {1.0f, exp(1.0f)}; // reject

kernel void scale(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= powers[i & 1];
}
