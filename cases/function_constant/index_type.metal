//! title:     An index given by a function constant is a scalar integer
//! verifies:  fconst.binding.type
//! requires:  msl 2.0
//! for:       T in float int2
//! reject:
//! grade:     rule stated
//! control:   replace `constant T where` with `constant int where`

#include <metal_stdlib>
using namespace metal;

constant T where [[function_constant(0)]];

kernel void fill(device int *result [[buffer(where)]]) // reject
{
    result[0] = 1;
}
