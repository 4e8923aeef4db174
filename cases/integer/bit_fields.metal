//! title:     extract_bits and insert_bits for every field of every width
//! verifies:  integer.extract_bits.unsigned integer.extract_bits.signed integer.extract_bits.zero_bits
//!            integer.extract_bits.full_width integer.extract_bits.vector integer.insert_bits.value
//!            integer.insert_bits.zero_bits integer.insert_bits.full_width
//! requires:  msl 2.3
//! for:       T in char char2 char3 char4 uchar uchar2 uchar3 uchar4 short short2 short3 short4 ushort ushort2
//!            ushort3 ushort4 int int2 int3 int4 uint uint2 uint3 uint4 long long2 long3 long4 ulong ulong2 ulong3
//!            ulong4
//! dispatch:  threads 4225, threadgroup 64
//! in:        base T[threads] = random
//! in:        patch T[threads] = random
//! in:        offset uint[threads] = bit_fields(0)
//! in:        count uint[threads] = bit_fields(1)
//! out:       extracted T[threads]
//! out:       inserted T[threads]
//! expect:    extracted = extract_bits(base, offset, count)
//! expect:    inserted = insert_bits(base, patch, offset, count)
//! mutant:    integer.extract_bits.unsigned | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `base[i] >> T(offset[i])` | for T=uchar T=uchar2 T=uchar3 T=uchar4 T=ushort T=ushort2 T=ushort3
//!            T=ushort4 T=uint T=uint2 T=uint3 T=uint4 T=ulong T=ulong2 T=ulong3 T=ulong4
//! mutant:    integer.extract_bits.signed | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `(count[i] == 0 ? T(0) : extract_bits(base[i], offset[i], count[i]) & T(0x7f))` | for T=char T=char2
//!            T=char3 T=char4 T=short T=short2 T=short3 T=short4 T=int T=int2 T=int3 T=int4 T=long T=long2 T=long3
//!            T=long4
//! mutant:    integer.extract_bits.zero_bits | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `extract_bits(base[i], offset[i], max(1u, count[i]))`
//! mutant:    integer.extract_bits.full_width | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `(count[i] == 8 * sizeof(T) ? T(0) : extract_bits(base[i], offset[i], count[i]))` | for T=char
//!            T=ushort T=int T=ulong
//! mutant:    integer.extract_bits.vector | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `T(extract_bits(base[i].x, offset[i], count[i]))` | for T=char2 T=ushort3 T=int4
//! mutant:    integer.insert_bits.value | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `insert_bits(patch[i], base[i], offset[i], count[i])`
//! mutant:    integer.insert_bits.zero_bits | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `(count[i] == 0 ? patch[i] : insert_bits(base[i], patch[i], offset[i], count[i]))`
//! mutant:    integer.insert_bits.full_width | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `(count[i] == 8 * sizeof(T) ? base[i] : insert_bits(base[i], patch[i], offset[i], count[i]))` | for
//!            T=char T=ushort T=int T=ulong
//! note:      Fields that reach beyond the width are undefined.

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const T *base [[buffer(0)]], device const T *patch [[buffer(1)]],
                  device const uint *offset [[buffer(2)]], device const uint *count [[buffer(3)]],
                  device T *extracted [[buffer(4)]], device T *inserted [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    extracted[i] = extract_bits(base[i], offset[i], count[i]);
    inserted[i] = insert_bits(base[i], patch[i], offset[i], count[i]);
}
