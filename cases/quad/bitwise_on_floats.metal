//! title:     quad_and, quad_or and quad_xor take integers only
//! verifies:  quad.types.bitwise
//! requires:  msl 2.1, feature quad_reduction
//! for:       FUNCTION in quad_and quad_or quad_xor; T in float half float2
//! reject:    FUNCTION matching float half
//! grade:     inferred
//! control:   replace `FUNCTION(value)` with `quad_max(value)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const T value = data[i];
    result[i] = FUNCTION(value); // reject
}
