//! title:     get_stride_bytes gives strides in bytes
//! verifies:  tensor.get_stride_bytes
//! requires:  msl 4.1, feature tensors
//! for:       (T, BYTES) in (char, 1) (half, 2) (bfloat, 2) (float, 4)
//! dispatch:  threads 1, threadgroup 1
//! inout:     data T[1024] = zeros
//! out:       sizes uint[3]
//! expect:    sizes = values BYTES 8*BYTES 64*BYTES
//! mutant:    tensor.get_stride_bytes | replace `view.get_stride_bytes(2)` with `view.get_stride(2)` | for T=half T=bfloat
//!            T=float

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device T *data [[buffer(0)]], device uint *sizes [[buffer(1)]])
{
    tensor<device T, dextents<int, 3>, tensor_inline> view(data, dextents<int, 3>(4, 4, 4), array<int, 3>{1, 8, 64});
    sizes[0] = uint(view.get_stride_bytes(0));
    sizes[1] = uint(view.get_stride_bytes(1));
    sizes[2] = uint(view.get_stride_bytes(2));
}
