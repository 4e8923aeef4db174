//! title:     Metal 4.1 has formats of two bits, and fp4 and fp8
//! verifies:  packed_numeric.formats.int2 packed_numeric.formats.fp
//! requires:  msl 4.1
//! for:       (FORMAT, BITS) in (int2b_format, 2) (uint2b_format, 2) (metal_fp4_e2m1_format, 4)
//!            (metal_fp8_e4m3_format, 8) (metal_fp8_e5m2_format, 8) (metal_fp8_ue8m0_format, 8)
//! subcases:  N in 4 8 32
//! dispatch:  threads 256, threadgroup 64
//! in:        data uchar[threads * N * BITS / 8] = every_byte(N * BITS / 8)
//! out:       made uchar[threads * N * BITS / 8]
//! out:       copied uchar[threads * N * BITS / 8]
//! out:       assigned uchar[threads * N * BITS / 8]
//! expect:    made = same data
//! expect:    copied = same data
//! expect:    assigned = same data
//! mutant:    packed_numeric.formats.int2 | replace `packed_numeric_type<FORMAT, N> numbers` with
//!            `packed_numeric_type<uchar, N / 8 + 1> numbers` | for FORMAT=int2b_format FORMAT=uint2b_format
//! mutant:    packed_numeric.formats.fp | replace `copy(object)` with `copy(zeros)` | for FORMAT=metal_fp4_e2m1_format
//!            FORMAT=metal_fp8_e4m3_format FORMAT=metal_fp8_e5m2_format FORMAT=metal_fp8_ue8m0_format

#include <metal_packed_numeric>
using namespace metal;
typedef packed_numeric_type<FORMAT, N> numbers;

kernel void apply(device const uchar *data [[buffer(0)]], device uchar *made [[buffer(1)]],
                  device uchar *copied [[buffer(2)]], device uchar *assigned [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const uint bytes = N * BITS / 8;
    numbers::storage_type storage, zeros;
    for (uint b = 0; b < bytes; b++) {
        ((thread uchar *)&storage)[b] = data[i * bytes + b];
        ((thread uchar *)&zeros)[b] = 0;
    }
    numbers object(storage), copy(object), other(zeros);
    other = object;
    numbers::storage_type of_object = object.as_storage_type();
    numbers::storage_type of_copy = copy.as_storage_type();
    numbers::storage_type of_other = other.as_storage_type();
    for (uint b = 0; b < bytes; b++) {
        made[i * bytes + b] = ((thread uchar *)&of_object)[b];
        copied[i * bytes + b] = ((thread uchar *)&of_copy)[b];
        assigned[i * bytes + b] = ((thread uchar *)&of_other)[b];
    }
}
