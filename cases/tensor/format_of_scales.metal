//! title:     Scales are no elements of a tensor
//! verifies:  tensor.format.bits
//! requires:  msl 4.1, feature tensors
//! reject:    static assertion type element format
//! grade:     inferred
//! control:   replace `device metal_fp8_ue8m0_format` with `device metal_fp8_e4m3_format`
//! note:      Table 2.24 lists the formats that a tensor supports, and has all but this one.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device uchar *data [[buffer(0)]], device uint *result [[buffer(1)]])
{
    tensor<device metal_fp8_ue8m0_format, dextents<int, 2>, tensor_inline> codes(data, dextents<int, 2>(128, 4)); // reject
    result[0] = uint(codes.get_extent(0));
}
