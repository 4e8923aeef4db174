//! title:     simd_and, simd_or and simd_xor take integers only
//! verifies:  simd.types.bitwise
//! requires:  msl 2.1, feature simd_reduction
//! for:       FUNCTION in simd_and simd_or simd_xor; T in float half float2
//! reject:    FUNCTION matching float half
//! grade:     rule stated
//! control:   replace `FUNCTION(value)` with `simd_max(value)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = data[i];
    result[i] = FUNCTION(value); // reject
}
