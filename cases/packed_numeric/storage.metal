//! title:     A packed numeric keeps the bytes that it is made of, through copy and assignment
//! verifies:  packed_numeric.header packed_numeric.formats.int4 packed_numeric.ctor.storage
//!            packed_numeric.ctor.copy_assign packed_numeric.as_storage_type
//! requires:  msl 4.0, os 26.4
//! msl:       4.0 4.1
//! for:       (FORMAT, BITS) in (int4b_format, 4) (uint4b_format, 4) (char, 8) (signed_char, 8) (uchar, 8) (unsigned_char, 8)
//! subcases:  N in 2 8 32
//! dispatch:  threads 256, threadgroup 64
//! in:        data uchar[threads * N * BITS / 8] = every_byte(N * BITS / 8)
//! out:       made uchar[threads * N * BITS / 8]
//! out:       copied uchar[threads * N * BITS / 8]
//! out:       assigned uchar[threads * N * BITS / 8]
//! expect:    made = same data
//! expect:    copied = same data
//! expect:    assigned = same data
//! mutant:    packed_numeric.header | replace `copied[i * bytes + b] = ((thread uchar *)&of_copy)[b]` with
//!            `copied[i * bytes + b] = ((thread uchar *)&of_copy)[0]`
//! mutant:    packed_numeric.formats.int4 | replace `bytes = N * BITS / 8` with `bytes = N * BITS / (N == 32 ? 16 : 8)`
//!            | for FORMAT=int4b_format FORMAT=uint4b_format
//! mutant:    packed_numeric.ctor.storage | replace `numbers object(storage)` with `numbers object(zeros)`
//! mutant:    packed_numeric.ctor.copy_assign | replace `copy(object)` with `copy(zeros)`
//! mutant:    packed_numeric.as_storage_type | replace `of_object = object.as_storage_type()` with `of_object = zeros`
//! refusal:   the text lists formats of eight bits from the first version on; the library of toolchain 32023.883 has those of four
//!            bits alone
//! note:      The type is made of its storage by direct initialisation; how a vector of bytes of any length is filled the text
//!            does not say, so its bytes are written through a pointer.

#include <metal_packed_numeric>
using namespace metal;
typedef signed char signed_char;
typedef unsigned char unsigned_char;
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
