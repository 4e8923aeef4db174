//! title:     Members of a plane are not there in a tensor that lacks the plane
//! verifies:  multiplane.get_block_size.invalid_plane
//! requires:  msl 4.1, feature tensors
//! for:       MEMBER in get_block_size get_static_extent
//! reject:    matching function MEMBER
//! grade:     rule stated
//! control:   replace `MEMBER<tensor_plane_scales>` with `MEMBER<tensor_plane_data>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device int4b_format, extents<int, 64, 8>, tensor_inline> view;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(view::MEMBER<tensor_plane_scales>(0)); // reject
}
