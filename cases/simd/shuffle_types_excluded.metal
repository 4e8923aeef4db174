//! title:     SIMD-group shuffles take no 64-bit integers
//! verifies:  simd.types.int64_excluded
//! requires:  msl 2.2, feature simd_permute
//! for:       FUNCTION in simd_broadcast simd_shuffle simd_shuffle_up simd_shuffle_down simd_shuffle_xor simd_shuffle_rotate_down; T in long ulong
//! reject:    simd matching
//! grade:     inferred
//! control:   replace `const T value` with `const int value`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = data[i];
    result[i] = int(FUNCTION(value, 0)); // reject
}
