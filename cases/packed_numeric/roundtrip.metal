//! title:     pack undoes unpack: the same bytes, in the same order
//! verifies:  packed_numeric.unpack packed_numeric.pack.signature
//! requires:  msl 4.1
//! for:       (FORMAT, BITS) in (int4b_format, 4) (uint4b_format, 4) (char, 8) (signed_char, 8) (uchar, 8)
//!            (metal_fp4_e2m1_format, 4)
//! math:      safe
//! subcases:  T in float half bfloat; BYTES in 4 8
//! macro:     N = BYTES * 8 / BITS
//! dispatch:  threads 256, threadgroup 64
//! in:        data uchar[threads * BYTES] = every_byte(BYTES)
//! out:       result uchar[threads * BYTES]
//! expect:    result = same data
//! mutant:    packed_numeric.unpack | replace `value[k] = unpacked[k]` with `value[k] = unpacked[k ^ 1]`
//! mutant:    packed_numeric.pack.signature | replace `pack<FORMAT>(value)` with `pack<FORMAT>(value + T(1))`

#include <metal_stdlib>
using namespace metal;
typedef signed char signed_char;
typedef packed_numeric_type<FORMAT, N> numbers;

kernel void apply(device const uchar *data [[buffer(0)]], device uchar *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    numbers::storage_type storage;
    for (uint b = 0; b < BYTES; b++)
        ((thread uchar *)&storage)[b] = data[i * BYTES + b];
    vec<T, N> unpacked = unpack<T>(numbers(storage)), value;
    for (uint k = 0; k < N; k++)
        value[k] = unpacked[k];
    numbers packed = pack<FORMAT>(value);
    storage = packed.as_storage_type();
    for (uint b = 0; b < BYTES; b++)
        result[i * BYTES + b] = ((thread uchar *)&storage)[b];
}
