//! title:     half to bfloat keeps every number that bfloat has, and rounds the rest to nearest even or toward zero
//! verifies:  conv.half2bfloat conv.fp2fp.mode
//! requires:  feature bfloat
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data half[threads] = encodings
//! out:       result bfloat[threads]
//! expect:    result = converted(data)
//! mutant:    conv.half2bfloat | replace `bfloat(data[i])` with
//!            `as_type<bfloat>(ushort(as_type<ushort>(bfloat(data[i])) ^ ushort(i % 7 == 3)))`
//! mutant:    conv.fp2fp.mode | replace `bfloat(data[i])` with
//!            `as_type<bfloat>(ushort((as_type<uint>(float(data[i])) + 0xffff) >> 16))`
//! note:      8.6 permits both directions, 2.23 names ties to even for casts: the weaker sentence is judged. From float to half and
//!            bfloat both name ties to even.

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const half *data [[buffer(0)]], device bfloat *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = bfloat(data[i]);
}
