//! title:     Before version 4.0 there are no signed 10-bit codes
//! verifies:  pack.snorm10a2.version_gate
//! msl:       3.1 3.2
//! reject:
//! grade:     inferred
//! control:   replace `unpack_snorm10a2_to_float(data[i]).x` with `float(data[i])`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = uint(unpack_snorm10a2_to_float(data[i]).x); // reject
}
