//! title:     SIMD-group reductions take no bool
//! verifies:  simd.types.bool_excluded
//! requires:  msl 2.1, feature simd_reduction
//! for:       FUNCTION in simd_sum simd_or simd_broadcast_first
//! reject:    bool matching
//! grade:     inferred
//! control:   replace `const bool value` with `const ushort value`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const bool value = data[i] != 0;
    result[i] = FUNCTION(value); // reject
}
