//! title:     No operator takes a bfloat and a half
//! verifies:  ops.mix.bfloat_half.reject
//! requires:  msl 3.1, feature bfloat
//! for:       OPERATOR in + * < ==
//! reject:
//! grade:     rule stated
//! control:   replace `b[i])` with `bfloat(b[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const bfloat *a [[buffer(0)]], device const half *b [[buffer(1)]],
                    device float *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = float(a[i] OPERATOR b[i]); // reject
}
