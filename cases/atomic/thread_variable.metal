//! title:     There are no atomic objects in thread memory
//! verifies:  atomic.address_spaces
//! for:       OBJECT in atomic_int atomic_uint
//! reject:    constructor atomic address space
//! grade:     inferred
//! control:   replace `OBJECT own` with `threadgroup OBJECT own`

#include <metal_stdlib>
using namespace metal;

kernel void load(device uint *result [[buffer(0)]])
{
    OBJECT own; // reject
    result[0] = sizeof(own);
}
