//! title:     A slice is not dynamic where its tensor's extent is static
//! verifies:  tensor.slice.dynamic_of_static
//! requires:  msl 4.0, feature tensors
//! reject:    static assertion dynamic extent slice
//! grade:     rule stated
//! control:   replace `slice<dynamic_extent, 8>` with `slice<32, 8>`
//! note:      The text calls this illegal, and shows slices without extents of a tensor that is all static. These are accepted.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void cut(device uint *result [[buffer(0)]])
{
    tensor<device half, extents<int, 32, dynamic_extent>, tensor_handle> whole;
    auto part = whole.slice<dynamic_extent, 8>(0, 16); // reject
    result[0] = uint(part.get_rank());
}
