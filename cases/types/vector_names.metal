//! title:     Vector types under their names are the instances of vec
//! verifies:  types.vector.names types.vector.vec_template
//! requires:  msl 2.3
//! for:       (T, T2, T3, T4) in (bool, bool2, bool3, bool4) (char, char2, char3, char4) (uchar, uchar2, uchar3,
//!            uchar4) (short, short2, short3, short4) (ushort, ushort2, ushort3, ushort4) (int, int2, int3, int4)
//!            (uint, uint2, uint3, uint4) (long, long2, long3, long4) (ulong, ulong2, ulong3, ulong4) (half, half2,
//!            half3, half4) (float, float2, float3, float4)
//! dispatch:  threads 16, threadgroup 16
//! in:        a T[144] = random
//! out:       result T[144]
//! out:       same_type int[3]
//! expect:    result = same a
//! expect:    same_type = values 1 1 1
//! mutant:    types.vector.names | replace `b[1], b[2]` with `b[2], b[1]`
//! mutant:    types.vector.names | replace `c[2], c[3]` with `c[3], c[2]`
//! mutant:    types.vector.vec_template | replace `is_same<T3, vec<T, 3>>` with `is_same<T3, vec<T, 4>>`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const T *a [[buffer(0)]], device T *result [[buffer(1)]], device int *same_type [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    a += 9 * i;
    result += 9 * i;
    const T2 two = T2(a[0], a[1]);
    device const T *b = a + 2, *c = a + 5;
    const T3 three = T3(b[0], b[1], b[2]);
    const T4 four = T4(c[0], c[1], c[2], c[3]);
    for (int k = 0; k < 2; k++)
        result[k] = two[k];
    for (int k = 0; k < 3; k++)
        result[2 + k] = three[k];
    for (int k = 0; k < 4; k++)
        result[5 + k] = four[k];
    if (i == 0) {
        same_type[0] = is_same<T2, vec<T, 2>>::value;
        same_type[1] = is_same<T3, vec<T, 3>>::value;
        same_type[2] = is_same<T4, vec<T, 4>>::value;
    }
}
