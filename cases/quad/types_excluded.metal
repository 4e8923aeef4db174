//! title:     Quad-group functions take no bool
//! verifies:  quad.types.excluded
//! requires:  msl 2.1, feature quad_reduction
//! for:       FUNCTION in quad_sum quad_max quad_broadcast_first
//! reject:    bool matching
//! grade:     inferred
//! control:   replace `const bool value` with `const ushort value`
//! note:      size_t and ptrdiff_t are excluded too, but ulong, which size_t may be, is not; nothing is asked of them.

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const bool value = data[i] != 0;
    result[i] = FUNCTION(value); // reject
}
