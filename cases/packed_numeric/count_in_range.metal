//! title:     Packed numbers are 1 to 32, and fill whole bytes
//! verifies:  packed_numeric.n_range
//! requires:  msl 4.1
//! for:       (FORMAT, N) in (int4b_format, 3) (int2b_format, 2) (metal_fp4_e2m1_format, 31) (char, 0) (char, 33)
//! reject:    N numeric static assertion size
//! grade:     rule stated
//! control:   replace `<FORMAT, N>` with `<int4b_format, 4>`

#include <metal_stdlib>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(packed_numeric_type<FORMAT, N>); // reject
}
