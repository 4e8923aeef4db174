//! title:     The memory of a tensor lies in the address space of its element type
//! verifies:  tensor.inline.mismatched_space
//! requires:  msl 4.0, feature tensors
//! for:       (SPACE, POINTER) in (threadgroup, data) (thread, data) (device, room) (thread, room) (device, own)
//!            (threadgroup, own)
//! reject:    matching constructor conversion address space
//! grade:     error stated
//! control:   replace `POINTER` with `(SPACE float *)0`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void make(device float *data [[buffer(0)]])
{
    threadgroup float room[8];
    thread float own[8];
    own[0] = data[0];
    room[0] = own[0];
    tensor<SPACE float, dextents<int, 1>, tensor_inline> view(POINTER, dextents<int, 1>(8)); // reject
    data[0] = float(view.get_extent(0));
}
