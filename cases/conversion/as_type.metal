//! title:     as_type keeps the bits, also between a scalar and a vector of the same size
//! verifies:  convert.as_type.value convert.as_type.vector_to_scalar convert.as_type.no_promotion
//! for:       (FROM, TO) in (uint, float) (float, int) (ushort, half) (char, uchar) (uint, uchar4) (short2, float)
//!            (float2, uint2) (half4, uint2) (long, float2) (int4, float4)
//! requires:  msl 2.3
//! dispatch:  threads 4096, threadgroup 64
//! in:        data FROM[4096] = random
//! out:       result TO[4096]
//! expect:    result = reinterpreted(data)
//! mutant:    convert.as_type.value |
//!            replace `as_type<TO>(data[i])` with `as_type<TO>(data[i ^ 1])`
//! mutant:    convert.as_type.vector_to_scalar | replace `as_type<TO>(data[i])` with
//!            `as_type<TO>(data[i]).wzyx` | for TO=uchar4
//! mutant:    convert.as_type.no_promotion | replace `as_type<TO>(data[i])` with
//!            `as_type<uchar4>(int(data[i])).w` | for TO=uchar

#include <metal_stdlib>
using namespace metal;

kernel void reinterpret(device const FROM *data [[buffer(0)]], device TO *result [[buffer(1)]],
                        uint i [[thread_position_in_grid]])
{
    result[i] = as_type<TO>(data[i]);
}
