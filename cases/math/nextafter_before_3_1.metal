//! title:     Before version 3.1 there is no nextafter
//! verifies:  math.nextafter.version_gate
//! msl:       2.4 3.0
//! reject:
//! grade:     inferred
//! control:   replace `nextafter(data[i], 1.0f)` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = nextafter(data[i], 1.0f); // reject
}
