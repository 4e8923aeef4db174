//! title:     Tensors come with 4.0
//! verifies:  hist.40.tensors
//! requires:  msl 3.2
//! msl:       3.2
//! for:       TYPE in tensor_handle tensor_inline tensor_offset
//! reject:    TYPE identifier undeclared unknown
//! grade:     inferred
//! control:   replace `sizeof(TYPE)` with `sizeof(uint)`

#include <metal_stdlib>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(TYPE); // reject
}
