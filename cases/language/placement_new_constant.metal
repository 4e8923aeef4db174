//! title:     Placement new makes nothing in constant memory
//! verifies:  placement_new.constant_rejected
//! requires:  msl 4.1
//! reject:
//! grade:     inferred
//! control:   replace `new (&table[0]) constant int(3)` with `&table[0]`

#include <metal_stdlib>
using namespace metal;

kernel void construct(constant int *table [[buffer(0)]], device int *result [[buffer(1)]])
{
    constant int *made = new (&table[0]) constant int(3); // reject
    result[0] = *made;
}
