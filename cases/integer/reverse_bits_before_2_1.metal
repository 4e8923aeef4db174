//! title:     reverse_bits does not exist before Metal 2.1
//! verifies:  integer.version_gates
//! msl:       2.0
//! reject:    reverse_bits undeclared
//! grade:     inferred
//! control:   replace `reverse_bits(data[i])` with `data[i] + i`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = reverse_bits(data[i]); // reject
}
