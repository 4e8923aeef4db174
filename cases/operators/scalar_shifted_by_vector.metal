//! title:     A scalar is not shifted by a vector
//! verifies:  ops.shift.scalar_by_vector.reject
//! for:       V in int2 int4; OPERATOR in << >>
//! reject:
//! grade:     rule stated
//! control:   replace `a[i] OPERATOR` with `V(a[i]) OPERATOR`

#include <metal_stdlib>
using namespace metal;

kernel void shift(device const int *a [[buffer(0)]], device const V *count [[buffer(1)]],
                  device V *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = a[i] OPERATOR count[i]; // reject
}
