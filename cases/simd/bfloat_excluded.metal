//! title:     SIMD-group functions take no bfloat
//! verifies:  simd.types.bfloat_excluded
//! requires:  msl 3.1, feature simd_reduction, feature bfloat
//! for:       FUNCTION in simd_sum simd_max simd_prefix_exclusive_product simd_broadcast_first
//! reject:    bfloat matching
//! grade:     inferred
//! control:   replace `const bfloat value` with `const float value`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const bfloat *data [[buffer(0)]], device float *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const bfloat value = data[i];
    result[i] = float(FUNCTION(value)); // reject
}
