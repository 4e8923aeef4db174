//! title:     Quad-group functions take no bool and nothing of 64 bits
//! verifies:  quad.types.excluded
//! requires:  msl 2.2, feature quad_reduction
//! for:       FUNCTION in quad_sum quad_max quad_broadcast_first quad_prefix_inclusive_sum; T in bool long ulong size_t
//!            ptrdiff_t
//! reject:    FUNCTION bool matching
//! grade:     inferred
//! control:   replace `const T value` with `const ushort value`
//! note:      Any integer type but size_t and ptrdiff_t, which have the width of ulong and long: were those two taken, these would be,
//!            too. Apple's library (toolchain 32023.883) refuses all of them.

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = T(data[i]);
    result[i] = uint(FUNCTION(value)); // reject
}
