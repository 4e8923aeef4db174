//! title:     SIMD-group functions take no size_t and no ptrdiff_t
//! verifies:  simd.types.size_ptrdiff_excluded
//! requires:  msl 2.2, feature simd_reduction
//! for:       FUNCTION in simd_sum simd_max simd_prefix_inclusive_sum simd_broadcast_first; T in size_t ptrdiff_t
//! reject:    FUNCTION simd matching
//! grade:     inferred
//! control:   replace `const T value` with `const int value`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = data[i];
    result[i] = int(FUNCTION(value)); // reject
}
