//! title:     deinterleave takes unsigned numbers of 16 bits and more only
//! verifies:  integer.deinterleave.other_types
//! requires:  msl 4.1
//! msl:       4.1
//! reject:
//! grade:     inferred
//! control:   replace `deinterleave(int(data[i]))` with `deinterleave(data[i])`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = deinterleave(int(data[i])).x; // reject
}
