//! title:     Scales are of metal_fp8_ue8m0_format
//! verifies:  blockwise.element_type
//! requires:  msl 4.1, feature tensors
//! for:       ELEMENT in half metal_fp8_e4m3_format uchar
//! reject:    static assertion element type scales
//! grade:     rule stated
//! control:   replace `device ELEMENT` with `device metal_fp8_ue8m0_format`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(tensor_blockwise<tensor_plane_scales, device ELEMENT, 32, 1>::get_block_size(0)); // reject
}
