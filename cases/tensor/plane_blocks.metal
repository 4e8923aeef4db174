//! title:     A block is 32 elements of dimension 0, and one of each other dimension
//! verifies:  blockwise.block_sizes
//! requires:  msl 4.1, feature tensors
//! for:       (A, B) in (16, 1) (32, 2) (64, 1) (1, 32)
//! reject:    static assertion block size
//! grade:     rule stated
//! control:   replace `A, B>` with `32, 1>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, A, B>::get_block_size(0)); // reject
}
