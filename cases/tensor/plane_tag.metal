//! title:     tensor_blockwise describes scales, no other plane
//! verifies:  blockwise.plane_tags
//! requires:  msl 4.1, feature tensors
//! for:       TAG in tensor_plane_data float
//! reject:    static assertion plane scales
//! grade:     rule stated
//! control:   replace `tensor_blockwise<TAG, ` with `tensor_blockwise<tensor_plane_scales, `

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(tensor_blockwise<TAG, device metal_fp8_ue8m0_format, 32, 1>::get_block_size(0)); // reject
}
