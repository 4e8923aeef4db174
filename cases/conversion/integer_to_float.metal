//! title:     Integers become floating numbers rounded to nearest even, in scalars and vectors
//! verifies:  convert.static_cast.int_to_float convert.static_cast.vector convert.implicit.scalar
//! requires:  msl 2.3
//! for:       FROM in char uchar short ushort int uint long ulong; TO in half float
//! dispatch:  threads 1024, threadgroup 64
//! in:        data vec<FROM, 2>[1024] = whole_edges
//! in:        first FROM[1024] = whole_edges
//! out:       result vec<TO, 2>[1024]
//! out:       implicit TO[1024]
//! expect:    result = converted(data)
//! expect:    implicit = converted(first)
//! mutant:    convert.static_cast.vector |
//!            replace `vec<TO, 2>(data[i])` with `vec<TO, 2>(data[i].yx)`
//! mutant:    convert.implicit.scalar | replace `implicit[i] = first[i]` with `implicit[i] = first[i ^ 1]`
//! mutant:    convert.static_cast.int_to_float | replace `vec<TO, 2>(data[i])` with
//!            `as_type<float2>(as_type<uint2>(float2(data[i])) + 1)` | for FROM=int TO=float

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const vec<FROM, 2> *data [[buffer(0)]], device const FROM *first [[buffer(1)]],
                    device vec<TO, 2> *result [[buffer(2)]], device TO *implicit [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = vec<TO, 2>(data[i]);
    implicit[i] = first[i];
}
