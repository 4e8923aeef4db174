//! title:     Placement new takes no address space but that of its pointer
//! verifies:  lib.placement_new.type_qualifier
//! requires:  msl 4.1
//! for:       SPACE in threadgroup thread
//! reject:    address space new
//! grade:     rule stated
//! control:   replace `new (&data[0]) SPACE int(3)` with `new (&data[0]) device int(3); SPACE int *other = nullptr; (void)other`

#include <metal_stdlib>
using namespace metal;

kernel void construct(device int *data [[buffer(0)]])
{
    auto made = new (&data[0]) SPACE int(3); // reject
    *made += 1;
}
