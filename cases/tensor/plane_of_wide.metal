//! title:     Elements of more than 8 bits have no scales
//! verifies:  tensor.element.scale_plane_limit
//! requires:  msl 4.1, feature tensors
//! for:       T in float int uint
//! reject:    static assertion element type scale plane bits
//! grade:     rule stated
//! control:   replace `device T` with `device uchar`
//! note:      The text states it, and shows half with scales. Of 16 bits nothing is demanded.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1> plane;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(tensor<device T, extents<int, 64, 8>, tensor_inline, plane>::get_rank()); // reject
}
