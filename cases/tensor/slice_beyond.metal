//! title:     A static slice is not larger than the tensor's static extent
//! verifies:  tensor.slice.static_extent_exceeds
//! requires:  msl 4.0, feature tensors
//! for:       N in 33 64
//! reject:    extent slice static assertion matching
//! grade:     rule stated
//! control:   replace `slice<N, 16>` with `slice<32, 16>`
//! note:      The text shows it of a tensor that the host binds; the rule is taken to be that of every tensor.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device float *data [[buffer(0)]])
{
    tensor<device float, extents<int, 32, dynamic_extent>, tensor_inline> whole(data, extents<int, 32, dynamic_extent>(32));
    data[0] = whole.slice<N, 16>(0, 0)[0, 0]; // reject
}
