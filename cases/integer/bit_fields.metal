//! title:     extract_bits and insert_bits for every field of every width
//! verifies:  integer.extract_bits.unsigned integer.extract_bits.signed integer.extract_bits.zero_bits
//!            integer.extract_bits.full_width integer.extract_bits.vector integer.insert_bits.value
//!            integer.insert_bits.zero_bits integer.insert_bits.full_width
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: threads 4 * sizeof(T) * (8 * sizeof(T) + 3), threadgroup 64
//! in:        base vec<T, N>[threads] = random
//! in:        patch vec<T, N>[threads] = random
//! in:        offset uint[threads] = bit_fields(0, 8 * sizeof(T))
//! in:        count uint[threads] = bit_fields(1, 8 * sizeof(T))
//! out:       extracted vec<T, N>[threads]
//! out:       inserted vec<T, N>[threads]
//! expect:    extracted = extract_bits(base, offset, count)
//! expect:    inserted = insert_bits(base, patch, offset, count)
//! mutant:    integer.extract_bits.unsigned | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `base[i] >> V(offset[i])` | for T=uchar T=ushort T=uint T=ulong
//! mutant:    integer.extract_bits.signed | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `(count[i] == 0 ? V(0) : extract_bits(base[i], offset[i], count[i]) & V(0x7f))` | for T=char T=short T=int T=long
//! mutant:    integer.extract_bits.zero_bits | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `extract_bits(base[i], offset[i], max(1u, count[i]))`
//! mutant:    integer.extract_bits.full_width | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `(count[i] == 8 * sizeof(T) ? V(0) : extract_bits(base[i], offset[i], count[i]))`
//! mutant:    integer.extract_bits.vector | replace `extract_bits(base[i], offset[i], count[i])` with
//!            `V(extract_bits(*(device const T *)(base + i), offset[i], count[i]))` | for N=2 N=3 N=4
//! mutant:    integer.insert_bits.value | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `insert_bits(patch[i], base[i], offset[i], count[i])`
//! mutant:    integer.insert_bits.zero_bits | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `(count[i] == 0 ? patch[i] : insert_bits(base[i], patch[i], offset[i], count[i]))`
//! mutant:    integer.insert_bits.full_width | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with
//!            `(count[i] == 8 * sizeof(T) ? base[i] : insert_bits(base[i], patch[i], offset[i], count[i]))`
//! note:      Fields that reach beyond the width are undefined, and on some GPUs stop the machine: none is asked for. The empty field
//!            behind the last bit is in integer/empty_field_at_end.

#include <metal_stdlib>
using namespace metal;

template <typename V>
kernel void apply(device const V *base [[buffer(0)]], device const V *patch [[buffer(1)]],
                  device const uint *offset [[buffer(2)]], device const uint *count [[buffer(3)]],
                  device V *extracted [[buffer(4)]], device V *inserted [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    extracted[i] = extract_bits(base[i], offset[i], count[i]);
    inserted[i] = insert_bits(base[i], patch[i], offset[i], count[i]);
}

template [[host_name("scalar")]] kernel decltype(apply<T>) apply<T>;
template [[host_name("two")]] kernel decltype(apply<vec<T, 2>>) apply<vec<T, 2>>;
template [[host_name("three")]] kernel decltype(apply<vec<T, 3>>) apply<vec<T, 3>>;
template [[host_name("four")]] kernel decltype(apply<vec<T, 4>>) apply<vec<T, 4>>;
