//! title:     pack rounds and saturates as table 2.20 says for the format
//! verifies:  packed_numeric.pack.signature packed_numeric.pack.default_int packed_numeric.pack.default_fp4
//!            packed_numeric.pack.default_e4m3 packed_numeric.pack.default_e5m2
//! requires:  msl 4.1
//! for:       (FORMAT, BITS, PACKED) in (int4b_format, 4, pack_int4) (uint4b_format, 4, pack_uint4)
//!            (char, 8, pack_int8) (uchar, 8, pack_uint8) (metal_fp4_e2m1_format, 4, pack_fp4_e2m1)
//!            (metal_fp8_e4m3_format, 8, pack_fp8_e4m3) (metal_fp8_e5m2_format, 8, pack_fp8_e5m2)
//! math:      safe fast
//! subcases:  T in float half bfloat; BYTES in 4 8
//! macro:     N = BYTES * 8 / BITS
//! dispatch:  threads 2048, threadgroup 64
//! in:        data T[threads * BYTES * 8 / BITS] = packing_numbers
//! out:       result uchar[threads * BYTES]
//! expect:    result = PACKED(data, -1, -1)
//! mutant:    packed_numeric.pack.signature | replace `pack<FORMAT>(value)` with `pack<FORMAT>(value + value)`
//! mutant:    packed_numeric.pack.default_int | replace `pack<FORMAT>` with
//!            `pack<FORMAT, rounding_mode::to_nearest_even>` | for FORMAT=int4b_format FORMAT=uint4b_format FORMAT=char
//!            FORMAT=uchar
//! mutant:    packed_numeric.pack.default_fp4 | replace `pack<FORMAT>` with
//!            `pack<FORMAT, rounding_mode::to_nearest_away>` | for FORMAT=metal_fp4_e2m1_format
//! mutant:    packed_numeric.pack.default_e4m3 | replace `pack<FORMAT>` with
//!            `pack<FORMAT, rounding_mode::to_nearest_even, saturation_mode::none>` | for FORMAT=metal_fp8_e4m3_format
//! mutant:    packed_numeric.pack.default_e5m2 | replace `pack<FORMAT>` with
//!            `pack<FORMAT, rounding_mode::to_nearest_even, saturation_mode::saturate>` | for
//!            FORMAT=metal_fp8_e5m2_format math=safe
//! note:      NaN and INF are judged where the format has them and nothing saturates; either sign of a zero is right.

#include <metal_stdlib>
using namespace metal;
typedef packed_numeric_type<FORMAT, N> numbers;

kernel void apply(device const T *data [[buffer(0)]], device uchar *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    vec<T, N> value;
    for (uint k = 0; k < N; k++)
        value[k] = data[i * N + k];
    numbers packed = pack<FORMAT>(value);
    numbers::storage_type storage = packed.as_storage_type();
    for (uint b = 0; b < BYTES; b++)
        result[i * BYTES + b] = ((thread uchar *)&storage)[b];
}
