//! title:     A scalar of the constant address space is assigned to vectors and packed vectors
//! verifies:  convert.implicit.scalar_to_vector
//! requires:  msl 3.1
//! subcases:  (S, V) in (int, float2) (int, half3) (int, char4) (int, bool2) (int, bfloat3) (float, half4) (float,
//!            float2) (float, int3) (half, float3) (half, ushort4) (uchar, float4) (uchar, int2) (uchar, ulong3)
//!            (bool, float3) (bool, uint4) (float, packed_float3) (int, packed_half2) (half, packed_float4) (uint,
//!            packed_uchar3)
//! math:      safe
//! dispatch:  threads 32, threadgroup 32
//! in:        data S[threads] = integers(0, 100)
//! out:       in_device V[threads]
//! out:       in_thread V[threads]
//! expect:    in_device = spread(data)
//! expect:    in_thread = spread(data)
//! mutant:    convert.implicit.scalar_to_vector | replace `in_device[i] = data[i]` with `in_device[i] = data[i ^ 1]`
//! mutant:    convert.implicit.scalar_to_vector | replace `of_scalar = data[i]` with `of_scalar = data[i ^ 1]`

#include <metal_stdlib>
using namespace metal;

kernel void assign(constant S *data [[buffer(0)]], device V *in_device [[buffer(1)]],
                   device V *in_thread [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    V of_scalar;
    in_device[i] = data[i];
    of_scalar = data[i];
    in_thread[i] = of_scalar;
}
