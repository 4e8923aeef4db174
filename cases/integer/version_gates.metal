//! title:     Integer functions do not exist before their version
//! verifies:  integer.version_gates
//! for:       F in max3 min3 median3 mad24
//! msl:       2.0
//! reject:
//! grade:     inferred
//! control:   replace `F(data[i], i, 3u)` with `data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void use(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = F(data[i], i, 3u); // reject
}
