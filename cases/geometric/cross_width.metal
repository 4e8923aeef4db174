//! title:     There is no cross product of two components
//! verifies:  geometric.cross.non3
//! reject:
//! grade:     inferred
//! control:   replace `float2(cross(data[i], data[i]))` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device float2 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = float2(cross(data[i], data[i])); // reject
}
