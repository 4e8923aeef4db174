//! title:     Packed vectors have the same restrictions on swizzles
//! verifies:  packed.swizzle.restrictions
//! requires:  msl 2.1
//! for:       (P, LETTERS, V) in (packed_float3, xw, float2) (packed_int2, z, int) (packed_half4, xx, half2)
//!            (packed_float4, xg, float2) (packed_short4, xyz, short2)
//! reject:
//! grade:     error stated
//! control:   replace `value.LETTERS = V(1);` with `value.yx = value.xy;`

#include <metal_stdlib>
using namespace metal;

kernel void assign(device P *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    P value = data[i];
    value.LETTERS = V(1); // reject
    data[i] = value;
}
