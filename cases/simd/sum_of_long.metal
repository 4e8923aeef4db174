//! title:     There is no reduction of 64-bit integers
//! verifies:  kb05
//! requires:  msl 2.3, feature simd_reduction
//! for:       FUNCTION in simd_sum simd_product simd_min simd_max simd_and simd_or simd_xor
//! reject:    FUNCTION simd matching
//! grade:     inferred
//! control:   replace `FUNCTION(data[i])` with `FUNCTION(int(data[i]))`
//! note:      PyTorch met this on hardware.

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const long *data [[buffer(0)]], device long *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = FUNCTION(data[i]); // reject
}
