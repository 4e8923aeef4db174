//! title:     unpack gives every code of a format as its exact value, in float, half and bfloat
//! verifies:  packed_numeric.unpack packed_numeric.unpack.combos packed_numeric.fp4_e2m1.codes
//!            packed_numeric.fp4_e2m1.limits packed_numeric.fp8_e4m3.codes packed_numeric.fp8_e4m3.limits
//!            packed_numeric.fp8_e5m2.codes packed_numeric.fp8_e5m2.limits
//! requires:  msl 4.1
//! for:       (FORMAT, BITS, UNPACKED) in (int4b_format, 4, unpack_int4) (uint4b_format, 4, unpack_uint4)
//!            (char, 8, unpack_int8) (uchar, 8, unpack_uint8) (metal_fp4_e2m1_format, 4, unpack_fp4_e2m1)
//!            (metal_fp8_e4m3_format, 8, unpack_fp8_e4m3) (metal_fp8_e5m2_format, 8, unpack_fp8_e5m2)
//! math:      safe fast
//! subcases:  T in float half bfloat; BYTES in 4 8
//! macro:     N = BYTES * 8 / BITS
//! dispatch:  threads 256, threadgroup 64
//! in:        data uchar[threads * BYTES] = every_byte(BYTES)
//! out:       result T[threads * BYTES * 8 / BITS]
//! out:       order T[threads * BYTES * 8 / BITS]
//! expect:    result = UNPACKED(data, 0)
//! expect:    order = recorded UNPACKED(data, 1)
//! mutant:    packed_numeric.unpack | replace `unpack<T>(numbers(storage))` with
//!            `unpack<T>(numbers(storage)) * T(0.5)`
//! mutant:    packed_numeric.unpack.combos | replace `unpack<T>(numbers(storage))` with
//!            `unpack<T>(packed_numeric_type<uchar, N>(storage))` | for FORMAT=char
//! mutant:    packed_numeric.fp4_e2m1.codes | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0x88 ? 0 : data[i * BYTES + b]` | for FORMAT=metal_fp4_e2m1_format math=safe
//! mutant:    packed_numeric.fp4_e2m1.limits | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0x77 ? 0x66 : data[i * BYTES + b]` | for FORMAT=metal_fp4_e2m1_format
//! mutant:    packed_numeric.fp8_e4m3.codes | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0xff ? 0xfe : data[i * BYTES + b]` | for FORMAT=metal_fp8_e4m3_format math=safe
//! mutant:    packed_numeric.fp8_e4m3.limits | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0x07 ? 0x08 : data[i * BYTES + b]` | for FORMAT=metal_fp8_e4m3_format
//! mutant:    packed_numeric.fp8_e5m2.codes | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0x7c ? 0x7b : data[i * BYTES + b]` | for FORMAT=metal_fp8_e5m2_format math=safe
//! mutant:    packed_numeric.fp8_e5m2.limits | replace `= data[i * BYTES + b]` with
//!            `= data[i * BYTES + b] == 0x01 ? 0 : data[i * BYTES + b]` | for FORMAT=metal_fp8_e5m2_format
//! note:      The text does not say in which order two numbers of four bits lie in their byte: either is right, the lower bits
//!            first is recorded. Where both are equal, and for formats of a byte, the value is judged exactly.

#include <metal_stdlib>
using namespace metal;
typedef packed_numeric_type<FORMAT, N> numbers;

kernel void apply(device const uchar *data [[buffer(0)]], device T *result [[buffer(1)]],
                  device T *order [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    numbers::storage_type storage;
    for (uint b = 0; b < BYTES; b++)
        ((thread uchar *)&storage)[b] = data[i * BYTES + b];
    vec<T, N> value = unpack<T>(numbers(storage));
    for (uint k = 0; k < N; k++) {
        result[i * N + k] = value[k];
        order[i * N + k] = value[k];
    }
}
