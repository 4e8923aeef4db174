//! title:     extract_bits and insert_bits of the empty field behind the last bit
//! verifies:  integer.extract_bits.zero_bits integer.insert_bits.zero_bits
//! requires:  msl 2.3, feature empty_field_at_end
//! for:       T in char uchar short ushort int uint long ulong
//! subcases:  (N, KERNEL) in (1, scalar) (2, two) (3, three) (4, four)
//! dispatch:  KERNEL: threads 64, threadgroup 64
//! in:        base vec<T, N>[threads] = random
//! in:        patch vec<T, N>[threads] = random
//! in:        offset uint[threads] = constant(8*sizeof(T))
//! in:        count uint[threads] = zeros
//! out:       extracted vec<T, N>[threads]
//! out:       inserted vec<T, N>[threads]
//! expect:    extracted = extract_bits(base, offset, count)
//! expect:    inserted = insert_bits(base, patch, offset, count)
//! alone:     on Apple's GPUs the empty field at 32 can hang
//! mutant:    integer.extract_bits.zero_bits | replace `extract_bits(base[i], offset[i], count[i])` with `base[i]`
//! mutant:    integer.insert_bits.zero_bits | replace `insert_bits(base[i], patch[i], offset[i], count[i])` with `patch[i]`
//! note:      Defined: offset + bits does not exceed the width. But insert_bits(…, 32, 0) can hang Apple's GPUs and the machine with them
//!            (https://crbug.com/506180954), so hardware skips this case.

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
