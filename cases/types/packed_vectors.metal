//! title:     Packed vectors are assigned, converted, indexed and swizzled; a store touches their bytes alone
//! verifies:  packed.names packed.assign packed.convert.from_aligned packed.index packed.swizzle
//! requires:  msl 2.1
//! for:       (P, V, T) in (packed_char3, char3, char) (packed_uchar4, uchar4, uchar) (packed_short2, short2, short)
//!            (packed_ushort3, ushort3, ushort) (packed_int4, int4, int) (packed_uint3, uint3, uint) (packed_half3,
//!            half3, half) (packed_float2, float2, float) (packed_float3, float3, float)
//! dispatch:  threads 64, threadgroup 64
//! in:        a P[64] = random
//! in:        b V[64] = random
//! out:       copies P[64]
//! out:       stored P[64]
//! out:       first T[64]
//! out:       turned V[64]
//! expect:    copies = same a
//! expect:    stored = converted(b)
//! expect:    first = component(a, 0)
//! expect:    turned = swizzled(a, 1, 0, 2, 3)
//! mutant:    packed.assign packed.names | replace `P copy = a[i];` with `P copy = a[i ^ 1];`
//! mutant:    packed.convert.from_aligned | replace `stored[i] = b[i]` with `stored[i] = b[i ^ 1]`
//! mutant:    packed.index | replace `a[i][k]` with `a[i][k + 1]`
//! mutant:    packed.swizzle | replace `copy.yx` with `copy.xy`
//! mutant:    packed.assign | replace `copies[i] = copy` with `copies[i] = a[0]`

#include <metal_stdlib>
using namespace metal;

kernel void copy_packed(device const P *a [[buffer(0)]], device const V *b [[buffer(1)]],
                        device P *copies [[buffer(2)]], device P *stored [[buffer(3)]], device T *first [[buffer(4)]],
                        device V *turned [[buffer(5)]], uint i [[thread_position_in_grid]])
{
    P copy = a[i];
    copies[i] = copy;
    stored[i] = b[i];
    const uint k = i - i;
    first[i] = a[i][k];
    copy.xy = copy.yx;
    turned[i] = copy;
}
