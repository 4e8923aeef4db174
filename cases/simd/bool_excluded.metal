//! title:     simd_shuffle does not take a bool
//! verifies:  simd.types.bool_excluded
//! requires:  feature simd_permute
//! reject:    simd_shuffle bool
//! grade:     inferred
//! control:   replace `const bool value` with `const ushort value`

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_bool(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    const bool value = data[i] != 0;
    result[i] = simd_shuffle(value, ushort(0)); // reject
}
