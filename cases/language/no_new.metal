//! title:     new is not available for allocation
//! verifies:  lang.reject.new_expression
//! reject:    new
//! grade:     rule stated
//! control:   replace `*new int(3)` with `int(3)`

#include <metal_stdlib>
using namespace metal;

kernel void allocate(device int *result [[buffer(0)]])
{
    result[0] = *new int(3); // reject
}
