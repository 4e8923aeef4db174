//! title:     Scales lie in the address space of the elements
//! verifies:  tensor.inline.plane_address_space
//! requires:  msl 4.1, feature tensors
//! reject:    address space plane static assertion matching
//! grade:     rule stated
//! control:   replace `threadgroup metal_fp8_ue8m0_format` with `device metal_fp8_ue8m0_format` and replace
//!            `given(room)` with `given(data)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor_blockwise<tensor_plane_scales, threadgroup metal_fp8_ue8m0_format, 32, 1> plane;

kernel void make(device uchar *data [[buffer(0)]], device uint *result [[buffer(1)]],
                 threadgroup uchar *room [[threadgroup(0)]])
{
    array<int, 2> rows = {1, 128};
    plane given(room);
    tensor<device metal_fp8_e4m3_format, dextents<int, 2>, tensor_inline, plane> whole(data, dextents<int, 2>(128, 4), rows, given); // reject
    result[0] = uint(whole.get_extent(0));
}
