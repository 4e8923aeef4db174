//! title:     mul24 does not exist before Metal 2.1
//! verifies:  integer.version_gates
//! msl:       2.0
//! reject:    mul24 undeclared
//! grade:     inferred
//! control:   replace `mul24(data[i], i)` with `data[i] + i`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = mul24(data[i], i); // reject
}
