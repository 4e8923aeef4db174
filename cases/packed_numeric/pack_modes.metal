//! title:     pack takes a rounding mode and a saturation mode
//! verifies:  packed_numeric.rounding_mode.enum packed_numeric.saturation_mode.enum
//! requires:  msl 4.1
//! for:       (FORMAT, BITS, PACKED) in (int4b_format, 4, pack_int4) (uint4b_format, 4, pack_uint4)
//!            (char, 8, pack_int8) (uchar, 8, pack_uint8) (metal_fp4_e2m1_format, 4, pack_fp4_e2m1)
//!            (metal_fp8_e4m3_format, 8, pack_fp8_e4m3) (metal_fp8_e5m2_format, 8, pack_fp8_e5m2)
//! math:      safe
//! subcases:  (ROUNDING, R, SATURATION, S, T) in (to_nearest_even, 0, none, 0, float)
//!            (to_nearest_even, 0, saturate, 1, half) (to_nearest_even, 0, symmetric_saturate, 2, bfloat)
//!            (to_nearest_away, 1, none, 0, half) (to_nearest_away, 1, saturate, 1, bfloat)
//!            (to_nearest_away, 1, symmetric_saturate, 2, float) (toward_zero, 2, none, 0, bfloat)
//!            (toward_zero, 2, saturate, 1, float) (toward_zero, 2, symmetric_saturate, 2, half)
//!            (toward_pos_inf, 3, none, 0, float) (toward_pos_inf, 3, saturate, 1, half)
//!            (toward_pos_inf, 3, symmetric_saturate, 2, bfloat) (toward_neg_inf, 4, none, 0, half)
//!            (toward_neg_inf, 4, saturate, 1, bfloat) (toward_neg_inf, 4, symmetric_saturate, 2, float)
//! macro:     N = 32 / BITS
//! dispatch:  threads 2048, threadgroup 64
//! in:        data T[threads * 32 / BITS] = packing_numbers
//! out:       result uchar[threads * 4]
//! expect:    result = PACKED(data, R, S)
//! mutant:    packed_numeric.rounding_mode.enum | replace `rounding_mode::ROUNDING` with `rounding_mode::toward_zero` |
//!            for ROUNDING=to_nearest_even ROUNDING=to_nearest_away ROUNDING=toward_pos_inf ROUNDING=toward_neg_inf
//! mutant:    packed_numeric.saturation_mode.enum | replace `saturation_mode::SATURATION` with `saturation_mode::none` |
//!            for FORMAT=metal_fp8_e5m2_format SATURATION=saturate
//! note:      The text says neither what none makes of a number that is too large for whole numbers, fp4 or e4m3, nor where
//!            symmetric_saturate ends below: there numbers within the range are judged, or either end.

#include <metal_stdlib>
using namespace metal;
typedef packed_numeric_type<FORMAT, N> numbers;

kernel void apply(device const T *data [[buffer(0)]], device uchar *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    vec<T, N> value;
    for (uint k = 0; k < N; k++)
        value[k] = data[i * N + k];
    numbers packed = pack<FORMAT, rounding_mode::ROUNDING, saturation_mode::SATURATION>(value);
    numbers::storage_type storage = packed.as_storage_type();
    for (uint b = 0; b < 4; b++)
        result[i * 4 + b] = ((thread uchar *)&storage)[b];
}
