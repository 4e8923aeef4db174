//! title:     as_type between types of different sizes is an error
//! verifies:  convert.as_type.size_mismatch
//! reject:    size
//! grade:     error stated
//! control:   replace `as_type<int>` with `as_type<short>`

#include <metal_stdlib>
using namespace metal;

kernel void reinterpret(device const short *data [[buffer(0)]], device int *result [[buffer(1)]],
                        uint i [[thread_position_in_grid]])
{
    result[i] = as_type<int>(data[i]); // reject
}
