//! title:     extract gives K numbers from a position that begins a byte, the first without one
//! verifies:  packed_numeric.extract
//! requires:  msl 4.1
//! for:       (FORMAT, BITS) in (int4b_format, 4) (uint2b_format, 2) (char, 8) (metal_fp4_e2m1_format, 4)
//!            (metal_fp8_e4m3_format, 8) (metal_fp8_ue8m0_format, 8)
//! subcases:  K in 4 8 16; FROM in 0 1 2 3
//! dispatch:  threads 256, threadgroup 64
//! in:        data uchar[threads * 4 * BITS] = every_byte(4 * BITS)
//! in:        places uint4 = 0, 16 - K, 8 / BITS * 2, 32 - K
//! out:       part uchar[threads * K * BITS / 8]
//! out:       first uchar[threads * K * BITS / 8]
//! expect:    part = bytes_at(data, 4 * BITS, K * BITS / 8, (FROM == 0 ? 0 : FROM == 1 ? 16 - K : FROM == 2 ? 8 / BITS * 2 : 32 - K) * BITS / 8)
//! expect:    first = bytes_at(data, 4 * BITS, K * BITS / 8, 0)
//! mutant:    packed_numeric.extract | replace `extract<K>(ushort(places[FROM]))` with `extract<K>()` | for FROM=3

#include <metal_stdlib>
using namespace metal;
typedef packed_numeric_type<FORMAT, 32> numbers;
typedef packed_numeric_type<FORMAT, K> extracted;

kernel void apply(device const uchar *data [[buffer(0)]], constant uint4 &places [[buffer(1)]],
                  device uchar *part [[buffer(2)]], device uchar *first [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const uint whole = 4 * BITS, bytes = K * BITS / 8;
    numbers::storage_type storage;
    for (uint b = 0; b < whole; b++)
        ((thread uchar *)&storage)[b] = data[i * whole + b];
    numbers object(storage);
    extracted from_place = object.extract<K>(ushort(places[FROM])), from_first = object.extract<K>();
    extracted::storage_type of_place = from_place.as_storage_type(), of_first = from_first.as_storage_type();
    for (uint b = 0; b < bytes; b++) {
        part[i * bytes + b] = ((thread uchar *)&of_place)[b];
        first[i * bytes + b] = ((thread uchar *)&of_first)[b];
    }
}
