//! title:     Before version 4.1 placement new is not available either
//! verifies:  lang.placement_new.reject_before
//! msl:       3.0 4.0
//! reject:    new placement
//! grade:     rule stated
//! control:   replace `new (&data[i]) device int(3)` with `&data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void construct(device int *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    device int *made = new (&data[i]) device int(3); // reject
    *made += 1;
}
