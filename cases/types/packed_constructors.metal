//! title:     Constructors of packed vectors take their arguments from left to right, in all forms; packed vectors convert
//! verifies:  lib.more.packed_constructors
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long half float
//! dispatch:  threads 1, threadgroup 1
//! in:        a T[4] = iota(1, 1)
//! out:       four T[32]
//! out:       three T[12]
//! out:       two T[4]
//! out:       floats float4[4]
//! expect:    four = values 1 1 1 1 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4
//! expect:    three = values 1 1 1 1 2 3 1 2 3 1 2 3
//! expect:    two = values 1 1 1 2
//! expect:    floats = values 1 2 3 4 4 3 2 1 1 2 3 0 2 1 0 0
//! mutant:    lib.more.packed_constructors | replace `P4(ab, cd)` with `P4(cd, ab)`
//! mutant:    lib.more.packed_constructors | replace `P4(s1, bc, s4)` with `P4(s4, bc, s1)`
//! mutant:    lib.more.packed_constructors | replace `P3(s1, bc)` with `P3(bc, s1)`
//! mutant:    lib.more.packed_constructors | replace `P2(s1, s2)` with `P2(s2, s1)`
//! mutant:    lib.more.packed_constructors | replace `float3(P3(s1, s2, s3))` with `float3(P3(s1, s3, s2))`
//! mutant:    lib.more.packed_constructors | replace `packed_float4(P4(s4,` with `packed_float4(P4(s3,`
//! refusal:   the text does not say from what packed vectors are made, but for a copy and an aligned vector

#include <metal_stdlib>
using namespace metal;

typedef packed_vec<T, 2> P2;
typedef packed_vec<T, 3> P3;
typedef packed_vec<T, 4> P4;

kernel void construct(device const T *a [[buffer(0)]], device P4 *four [[buffer(1)]], device P3 *three [[buffer(2)]],
                      device P2 *two [[buffer(3)]], device float4 *floats [[buffer(4)]])
{
    const T s1 = a[0], s2 = a[1], s3 = a[2], s4 = a[3];
    const vec<T, 2> ab(s1, s2), bc(s2, s3), cd(s3, s4);
    const vec<T, 3> abc(s1, s2, s3), bcd(s2, s3, s4);
    four[0] = P4(s1);
    four[1] = P4(s1, s2, s3, s4);
    four[2] = P4(ab, cd);
    four[3] = P4(ab, s3, s4);
    four[4] = P4(s1, s2, cd);
    four[5] = P4(s1, bc, s4);
    four[6] = P4(abc, s4);
    four[7] = P4(s1, bcd);
    three[0] = P3(s1);
    three[1] = P3(s1, s2, s3);
    three[2] = P3(s1, bc);
    three[3] = P3(ab, s3);
    two[0] = P2(s1);
    two[1] = P2(s1, s2);
    floats[0] = float4(P4(s1, s2, s3, s4));
    floats[1] = packed_float4(P4(s4, s3, s2, s1));
    floats[2] = float4(float3(P3(s1, s2, s3)), 0);
    floats[3] = float4(float2(packed_float2(P2(s2, s1))), 0, 0);
}
