//! title:     Scalars, vectors, packed vectors and matrices: size, alignment, place in a struct, distance in an array
//! verifies:  types.scalar.layout.bool types.scalar.layout.char types.scalar.layout.short types.scalar.layout.int
//!            types.scalar.layout.long types.scalar.layout.size_t types.scalar.layout.half types.scalar.layout.float
//!            types.vector.layout.bool types.vector.layout.char types.vector.layout.short types.vector.layout.int
//!            types.vector.layout.long types.vector.layout.half types.vector.layout.float
//!            types.vector.layout.vec3_padding vector.sizeof packed.layout.char packed.layout.short packed.layout.int
//!            packed.layout.long packed.layout.half packed.layout.float packed.long.names matrix.layout.half.rows2
//!            matrix.layout.half.rows3 matrix.layout.float.rows2 matrix.layout.float.rows3
//!            kb16
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint4[94]
//! expect:    result = layouts(0)
//! mutant:    types.scalar.layout.bool | replace `layout<bool>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.char | replace `layout<char>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.short | replace `layout<short>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.int | replace `layout<int>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.long | replace `layout<long>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.size_t | replace `layout<size_t>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.half | replace `layout<half>()` with `layout<packed_float3>()`
//! mutant:    types.scalar.layout.float | replace `layout<float>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.bool | replace `layout<bool2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.char | replace `layout<char2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.short | replace `layout<short2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.int | replace `layout<int2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.long | replace `layout<long2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.half | replace `layout<half2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.float | replace `layout<float2>()` with `layout<packed_float3>()`
//! mutant:    types.vector.layout.vec3_padding | replace `layout<float3>()` with
//!            `layout<packed_float3>()`
//! mutant:    packed.layout.char | replace `layout<packed_char3>()` with `layout<char3>()`
//! mutant:    packed.layout.short | replace `layout<packed_short3>()` with `layout<short3>()`
//! mutant:    packed.layout.int | replace `layout<packed_int3>()` with `layout<int3>()`
//! mutant:    packed.layout.half | replace `layout<packed_half3>()` with `layout<half3>()`
//! mutant:    packed.layout.float | replace `layout<packed_float3>()` with `layout<float3>()`
//! mutant:    packed.layout.long | replace `layout<packed_long3>()` with `layout<long3>()`
//! mutant:    matrix.layout.half.rows2 | replace `layout<half3x2>()` with `layout<half2x3>()`
//! mutant:    matrix.layout.half.rows3 | replace `layout<half3x3>()` with `layout<packed_half3>()`
//! mutant:    matrix.layout.float.rows2 | replace `layout<float3x2>()` with `layout<float2x3>()`
//! mutant:    matrix.layout.float.rows3 | replace `layout<float3x3>()` with `layout<packed_float3>()`
//! mutant:    vector.sizeof | replace `layout<half4>()` with `layout<half2>()`
//! mutant:    kb16 | replace `layout<packed_float3>()` with `layout<float4>()`
//! mutant:    packed.long.names | replace `layout<packed_long4>()` with `layout<long4>()`

#include <metal_stdlib>
using namespace metal;

template <typename T> struct after_char {
    char first;
    T second;
};

/* Size, alignment, offset after a char in a structure, distance of two elements of an array. */
template <typename T> static uint4 layout()
{
    after_char<T> probe;
    T pair[2];
    return uint4(sizeof(T), alignof(T), (thread char *)&probe.second - (thread char *)&probe,
                 (thread char *)&pair[1] - (thread char *)&pair[0]);
}

kernel void report(device uint4 *result [[buffer(0)]])
{
    uint row = 0;
    result[row++] = layout<bool>();
    result[row++] = layout<char>();
    result[row++] = layout<uchar>();
    result[row++] = layout<short>();
    result[row++] = layout<ushort>();
    result[row++] = layout<int>();
    result[row++] = layout<uint>();
    result[row++] = layout<long>();
    result[row++] = layout<ulong>();
    result[row++] = layout<size_t>();
    result[row++] = layout<ptrdiff_t>();
    result[row++] = layout<half>();
    result[row++] = layout<float>();
    result[row++] = layout<bool2>();
    result[row++] = layout<bool3>();
    result[row++] = layout<bool4>();
    result[row++] = layout<char2>();
    result[row++] = layout<char3>();
    result[row++] = layout<char4>();
    result[row++] = layout<uchar2>();
    result[row++] = layout<uchar3>();
    result[row++] = layout<uchar4>();
    result[row++] = layout<short2>();
    result[row++] = layout<short3>();
    result[row++] = layout<short4>();
    result[row++] = layout<ushort2>();
    result[row++] = layout<ushort3>();
    result[row++] = layout<ushort4>();
    result[row++] = layout<int2>();
    result[row++] = layout<int3>();
    result[row++] = layout<int4>();
    result[row++] = layout<uint2>();
    result[row++] = layout<uint3>();
    result[row++] = layout<uint4>();
    result[row++] = layout<long2>();
    result[row++] = layout<long3>();
    result[row++] = layout<long4>();
    result[row++] = layout<ulong2>();
    result[row++] = layout<ulong3>();
    result[row++] = layout<ulong4>();
    result[row++] = layout<half2>();
    result[row++] = layout<half3>();
    result[row++] = layout<half4>();
    result[row++] = layout<float2>();
    result[row++] = layout<float3>();
    result[row++] = layout<float4>();
    result[row++] = layout<packed_char2>();
    result[row++] = layout<packed_char3>();
    result[row++] = layout<packed_char4>();
    result[row++] = layout<packed_uchar2>();
    result[row++] = layout<packed_uchar3>();
    result[row++] = layout<packed_uchar4>();
    result[row++] = layout<packed_short2>();
    result[row++] = layout<packed_short3>();
    result[row++] = layout<packed_short4>();
    result[row++] = layout<packed_ushort2>();
    result[row++] = layout<packed_ushort3>();
    result[row++] = layout<packed_ushort4>();
    result[row++] = layout<packed_int2>();
    result[row++] = layout<packed_int3>();
    result[row++] = layout<packed_int4>();
    result[row++] = layout<packed_uint2>();
    result[row++] = layout<packed_uint3>();
    result[row++] = layout<packed_uint4>();
    result[row++] = layout<packed_long2>();
    result[row++] = layout<packed_long3>();
    result[row++] = layout<packed_long4>();
    result[row++] = layout<packed_ulong2>();
    result[row++] = layout<packed_ulong3>();
    result[row++] = layout<packed_ulong4>();
    result[row++] = layout<packed_half2>();
    result[row++] = layout<packed_half3>();
    result[row++] = layout<packed_half4>();
    result[row++] = layout<packed_float2>();
    result[row++] = layout<packed_float3>();
    result[row++] = layout<packed_float4>();
    result[row++] = layout<half2x2>();
    result[row++] = layout<half2x3>();
    result[row++] = layout<half2x4>();
    result[row++] = layout<half3x2>();
    result[row++] = layout<half3x3>();
    result[row++] = layout<half3x4>();
    result[row++] = layout<half4x2>();
    result[row++] = layout<half4x3>();
    result[row++] = layout<half4x4>();
    result[row++] = layout<float2x2>();
    result[row++] = layout<float2x3>();
    result[row++] = layout<float2x4>();
    result[row++] = layout<float3x2>();
    result[row++] = layout<float3x3>();
    result[row++] = layout<float3x4>();
    result[row++] = layout<float4x2>();
    result[row++] = layout<float4x3>();
    result[row++] = layout<float4x4>();
}
