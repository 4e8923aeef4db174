//! title:     Run-time type information is not available
//! verifies:  lang.reject.typeid
//! reject:    typeid type information
//! grade:     rule stated
//! control:   replace `&typeid(int) == &typeid(float)` with `0`

#include <metal_stdlib>
using namespace metal;

kernel void compare(device int *result [[buffer(0)]])
{
    result[0] = &typeid(int) == &typeid(float); // reject
}
