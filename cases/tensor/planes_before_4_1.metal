//! title:     Planes beside the first come with 4.1
//! verifies:  tensor.multiplane
//! requires:  feature tensors, os 26.4
//! msl:       4.0
//! reject:    tensor_plane_data identifier undeclared
//! grade:     inferred
//! control:   replace `get_static_extent<tensor_plane_data>(0)` with `get_static_extent(0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device int4b_format, extents<int, 64, 8>, tensor_inline> view;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(view::get_static_extent<tensor_plane_data>(0)); // reject
}
