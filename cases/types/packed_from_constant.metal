//! title:     From the constant address space packed vectors are assigned to aligned ones and aligned to packed ones
//! verifies:  packed.convert.to_aligned packed.convert.from_aligned
//! subcases:  (P, V) in (packed_char2, char2) (packed_char3, char3) (packed_char4, char4) (packed_uchar2, uchar2)
//!            (packed_uchar3, uchar3) (packed_uchar4, uchar4) (packed_short2, short2) (packed_short3, short3)
//!            (packed_short4, short4) (packed_ushort2, ushort2) (packed_ushort3, ushort3) (packed_ushort4,
//!            ushort4) (packed_int2, int2) (packed_int3, int3) (packed_int4, int4) (packed_uint2, uint2)
//!            (packed_uint3, uint3) (packed_uint4, uint4) (packed_half2, half2) (packed_half3, half3)
//!            (packed_half4, half4) (packed_float2, float2) (packed_float3, float3) (packed_float4, float4)
//! requires:  msl 2.0
//! dispatch:  threads 8, threadgroup 8
//! in:        packed P[threads] = random
//! in:        aligned V[threads] = random
//! out:       in_device V[threads]
//! out:       in_thread V[threads]
//! out:       packed_device P[threads]
//! out:       packed_thread P[threads]
//! expect:    in_device = converted(packed)
//! expect:    in_thread = converted(packed)
//! expect:    packed_device = converted(aligned)
//! expect:    packed_thread = converted(aligned)
//! mutant:    packed.convert.to_aligned | replace `in_device[i] = packed[i]` with `in_device[i] = packed[0]`
//! mutant:    packed.convert.to_aligned | replace `from_packed = packed[i]` with `from_packed = packed[0]`
//! mutant:    packed.convert.from_aligned | replace `packed_device[i] = aligned[i]` with
//!            `packed_device[i] = aligned[0]`
//! mutant:    packed.convert.from_aligned | replace `from_aligned = aligned[i]` with `from_aligned = aligned[0]`

#include <metal_stdlib>
using namespace metal;

kernel void assign(constant P *packed [[buffer(0)]], constant V *aligned [[buffer(1)]],
                   device V *in_device [[buffer(2)]], device V *in_thread [[buffer(3)]],
                   device P *packed_device [[buffer(4)]], device P *packed_thread [[buffer(5)]],
                   uint i [[thread_position_in_grid]])
{
    V from_packed;
    P from_aligned;
    in_device[i] = packed[i];
    from_packed = packed[i];
    in_thread[i] = from_packed;
    packed_device[i] = aligned[i];
    from_aligned = aligned[i];
    packed_thread[i] = from_aligned;
}
