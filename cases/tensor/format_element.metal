//! title:     A tensor of a format has no get of a single element
//! verifies:  tensor.get.format_reject
//! requires:  msl 4.1, feature tensors
//! for:       FORMAT in int4b_format uint4b_format int2b_format uint2b_format metal_fp4_e2m1_format
//!            metal_fp8_e4m3_format metal_fp8_e5m2_format
//! reject:    matching member function get
//! grade:     rule stated
//! control:   replace `codes.get(0, 0)` with `codes.get<packed_numeric_type<FORMAT, 8>>(0, 0)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(device uchar *data [[buffer(0)]], device uint *result [[buffer(1)]])
{
    tensor<device FORMAT, dextents<int, 2>, tensor_inline> codes(data, dextents<int, 2>(1024, 4));
    auto value = codes.get(0, 0); // reject
    result[0] = sizeof(value);
}
