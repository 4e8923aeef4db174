//! title:     Formats of two bits, and of floating point, come with 4.1
//! verifies:  packed_numeric.formats.before_41
//! requires:  os 26.4
//! msl:       4.0
//! for:       FORMAT in int2b_format uint2b_format metal_fp4_e2m1_format metal_fp8_e4m3_format metal_fp8_e5m2_format
//!            metal_fp8_ue8m0_format
//! reject:    FORMAT identifier undeclared
//! grade:     inferred
//! control:   replace `<FORMAT, 8>` with `<int4b_format, 8>`

#include <metal_stdlib>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(packed_numeric_type<FORMAT, 8>); // reject
}
