//! title:     Before version 4.1 there is no deinterleave
//! verifies:  integer.deinterleave.version_gate
//! msl:       3.2 4.0
//! reject:
//! grade:     inferred
//! control:   replace `deinterleave(data[i]).x` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = deinterleave(data[i]).x; // reject
}
