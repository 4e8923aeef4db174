//! title:     Values that the host gives by setBytes arrive whole, also of sizes that are no multiple of four
//! verifies:  c.setbytes.scalars
//! requires:  msl 2.3
//! dispatch:  take(three, halves, small, letter, wide, four, result, of_halves): threads 4, threadgroup 4
//! in:        three packed_ushort3 = 50001
//! in:        halves packed_half3 = 3
//! in:        small short = -12345
//! in:        letter char = -77
//! in:        wide long = -9007199254740991
//! in:        four packed_uchar3 = 201
//! out:       result long[8]
//! out:       of_halves half[3]
//! expect:    result = values 50001 50001 50001 -12345 -77 -9007199254740991 201 201
//! expect:    of_halves = values 3 3 3
//! mutant:    c.setbytes.scalars | replace `result[2] = three[2]` with `result[2] = three[1] & 0xff`
//! mutant:    c.setbytes.scalars | replace `result[5] = wide` with `result[5] = int(wide)`
//! mutant:    c.setbytes.scalars | replace `of_halves[2] = halves[2]` with `of_halves[2] = 0`

#include <metal_stdlib>
using namespace metal;

kernel void take(constant packed_ushort3 &three [[buffer(0)]], constant packed_half3 &halves [[buffer(1)]],
                 constant short &small [[buffer(2)]], constant char &letter [[buffer(3)]],
                 constant long &wide [[buffer(4)]], constant packed_uchar3 &four [[buffer(5)]],
                 device long *result [[buffer(6)]], device half *of_halves [[buffer(7)]],
                 uint i [[thread_position_in_grid]])
{
    if (i != 3)
        return;
    result[0] = three[0];
    result[1] = three[1];
    result[2] = three[2];
    result[3] = small;
    result[4] = letter;
    result[5] = wide;
    result[6] = four[1];
    result[7] = four[2];
    of_halves[0] = halves[0];
    of_halves[1] = halves[1];
    of_halves[2] = halves[2];
}
