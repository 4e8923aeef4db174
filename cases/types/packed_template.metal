//! title:     Packed vector types under their names are the instances of packed_vec
//! verifies:  packed.vec_template packed.names
//! for:       (T, P2, P3, P4) in (char, packed_char2, packed_char3, packed_char4) (uchar, packed_uchar2, packed_uchar3,
//!            packed_uchar4) (short, packed_short2, packed_short3, packed_short4) (ushort, packed_ushort2,
//!            packed_ushort3, packed_ushort4) (int, packed_int2, packed_int3, packed_int4) (uint, packed_uint2,
//!            packed_uint3, packed_uint4) (half, packed_half2, packed_half3, packed_half4) (float, packed_float2,
//!            packed_float3, packed_float4)
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[6]
//! expect:    result = values 1 1 1 2*sizeof(T) 3*sizeof(T) 4*sizeof(T)
//! mutant:    packed.vec_template | replace `is_same<P3, packed_vec<T, 3>>` with `is_same<P3, packed_vec<T, 2>>`
//! mutant:    packed.names | replace `sizeof(P3)` with `sizeof(vec<T, 3>)`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<P2, packed_vec<T, 2>>::value;
    result[1] = is_same<P3, packed_vec<T, 3>>::value;
    result[2] = is_same<P4, packed_vec<T, 4>>::value;
    result[3] = sizeof(P2);
    result[4] = sizeof(P3);
    result[5] = sizeof(P4);
}
