//! title:     unpack is for the formats and counts of table 2.19
//! verifies:  packed_numeric.unpack.unsupported
//! requires:  msl 4.1
//! for:       (FORMAT, N) in (int2b_format, 8) (metal_fp8_ue8m0_format, 4) (int4b_format, 4) (uchar, 16)
//! reject:    matching unpack
//! grade:     inferred
//! control:   replace `packed_numeric_type<FORMAT, N>` with `packed_numeric_type<uchar, 8>`

#include <metal_stdlib>
using namespace metal;

float first(packed_numeric_type<FORMAT, N> packed)
{
    return unpack<float>(packed)[0]; // reject
}
kernel void measure(device float *result [[buffer(0)]])
{
    result[0] = 1;
}
