//! title:     Before version 2.1 there is no max3 of floating-point numbers
//! verifies:  math.version_gates
//! msl:       2.0
//! reject:
//! grade:     inferred
//! control:   replace `max3(data[i], 1.0f, 2.0f)` with `max(data[i], 1.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void use(device float *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = max3(data[i], 1.0f, 2.0f); // reject
}
