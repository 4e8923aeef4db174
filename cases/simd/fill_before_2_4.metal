//! title:     simd_shuffle_and_fill_down and _up do not exist before Metal 2.4
//! verifies:  simd.version_gates
//! requires:  msl 2.3, feature simd_permute
//! msl:       2.3
//! for:       FUNCTION in simd_shuffle_and_fill_down simd_shuffle_and_fill_up
//! reject:    FUNCTION undeclared
//! grade:     inferred
//! control:   replace `FUNCTION(data[i], data[i + 64], 1)` with `simd_shuffle_down(data[i], 1)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = FUNCTION(data[i], data[i + 64], 1); // reject
}
