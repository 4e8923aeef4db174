//! title:     A tensor that a shader makes has no origin of its own
//! verifies:  tensor.tag.offset
//! requires:  msl 4.0, feature tensors
//! reject:    static assertion offset handle inline
//! grade:     rule stated
//! control:   replace `tensor_inline, tensor_offset> shifted` with `tensor_handle, tensor_offset> shifted`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void make(device uint *result [[buffer(0)]])
{
    tensor<device float, dextents<int, 2>, tensor_inline, tensor_offset> shifted; // reject
    result[0] = uint(shifted.get_rank());
}
