//! title:     as_type keeps the bits between all scalars and vectors of a size
//! verifies:  convert.as_type.value
//! requires:  msl 3.1, feature bfloat
//! subcases:  (FROM, SIZE) in (char, 1) (uchar, 1) (short, 2) (ushort, 2) (half, 2) (bfloat, 2) (char2, 2)
//!            (uchar2, 2) (int, 4) (uint, 4) (float, 4) (short2, 4) (ushort2, 4) (half2, 4) (bfloat2, 4) (char4,
//!            4) (uchar4, 4) (long, 8) (ulong, 8) (int2, 8) (uint2, 8) (float2, 8) (short4, 8) (ushort4, 8)
//!            (half4, 8) (bfloat4, 8) (long2, 16) (ulong2, 16) (int4, 16) (uint4, 16) (float4, 16) (long4, 32)
//!            (ulong4, 32)
//! dispatch:  threads 288, threadgroup 32
//! in:        data uchar[threads * SIZE] = integers(0, 119)
//! out:       result uchar[threads * SIZE]
//! expect:    result = same data
//! mutant:    convert.as_type.value | replace `as_type<TO>(data[i])` with `as_type<TO>(data[i ^ 1])`
//! mutant:    convert.as_type.value | replace `as_type<TO>(data[i])` with `TO(as_type<TO>(data[i]) + TO(1))`
//! note:      32 threads for each type of the size, and the type itself for the rest. No byte makes a NaN, whose bits might change.

#include <metal_stdlib>
using namespace metal;

// clang-format off
#if SIZE == 1
#define EACH(f) f(0, char) f(1, uchar)
#elif SIZE == 2
#define EACH(f) f(0, short) f(1, ushort) f(2, half) f(3, bfloat) f(4, char2) f(5, uchar2)
#elif SIZE == 4
#define EACH(f) f(0, int) f(1, uint) f(2, float) f(3, short2) f(4, ushort2) f(5, half2) f(6, bfloat2) f(7, char4) f(8, uchar4)
#elif SIZE == 8
#define EACH(f) f(0, long) f(1, ulong) f(2, int2) f(3, uint2) f(4, float2) f(5, short4) f(6, ushort4) f(7, half4) f(8, bfloat4)
#elif SIZE == 16
#define EACH(f) f(0, long2) f(1, ulong2) f(2, int4) f(3, uint4) f(4, float4)
#elif SIZE == 32
#define EACH(f) f(0, long4) f(1, ulong4)
#endif
// clang-format on

#define REINTERPRETED(K, TO)                                                                                           \
    if (i / 32 == K)                                                                                                   \
        *(device TO *)(result + i) = as_type<TO>(data[i]);

kernel void reinterpret(device const FROM *data [[buffer(0)]], device FROM *result [[buffer(1)]],
                        uint i [[thread_position_in_grid]])
{
    result[i] = data[i];
    EACH(REINTERPRETED)
}
