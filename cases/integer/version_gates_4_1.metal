//! title:     interleave does not exist before Metal 4.1
//! verifies:  integer.version_gates
//! msl:       4.0
//! reject:
//! grade:     inferred
//! control:   replace `interleave(data[i], data[i])` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device ushort *data [[buffer(0)]], device uint *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    result[i] = interleave(data[i], data[i]); // reject
}
