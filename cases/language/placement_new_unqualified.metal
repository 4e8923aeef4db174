//! title:     Placement new names the address space of the object
//! verifies:  lib.placement_new.type_qualifier
//! requires:  msl 4.1
//! reject:    address space new
//! grade:     rule stated
//! control:   replace `new (&data[0]) int(3)` with `new (&data[0]) device int(3)`

#include <metal_stdlib>
using namespace metal;

kernel void construct(device int *data [[buffer(0)]])
{
    device int *made = new (&data[0]) int(3); // reject
    *made += 1;
}
