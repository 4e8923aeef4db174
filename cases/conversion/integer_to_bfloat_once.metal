//! title:     An integer just below a tie of bfloat becomes the number below, as a scalar and in vectors: it is rounded once
//! verifies:  conv.int2fp.bfloat convert.implicit.scalar_to_vector convert.static_cast.vector
//! requires:  feature bfloat
//! for:       FROM in int uint long ulong
//! math:      safe fast
//! subcases:  N in 2 3 4
//! dispatch:  threads 64, threadgroup 64
//! in:        data FROM[threads] = iota(1086324735, 16777216)
//! out:       scalar bfloat[threads]
//! out:       constructed vec<bfloat, N>[threads]
//! out:       implicit vec<bfloat, N>[threads]
//! out:       lanes vec<bfloat, N>[threads]
//! expect:    scalar = converted(data)
//! expect:    constructed = spread(data)
//! expect:    implicit = spread(data)
//! expect:    lanes = spread(data)
//! mutant:    conv.int2fp.bfloat | replace `= bfloat(data[i])` with `= bfloat(float(data[i]))`
//! mutant:    conv.int2fp.bfloat | replace `= V(data[i])` with `= V(bfloat(float(data[i])))`
//! mutant:    convert.implicit.scalar_to_vector | replace `= data[i]` with `= V(bfloat(float(data[i])))`
//! mutant:    convert.static_cast.vector | replace `static_cast<V>(vec<FROM, N>(data[i]))` with
//!            `static_cast<V>(vec<float, N>(data[i]))`
//! note:      The numbers are 0x40bfffff and up in steps of 2^24: as float each would be a tie, whose even neighbour is above.

#include <metal_stdlib>
using namespace metal;

using V = vec<bfloat, N>;

kernel void convert(device const FROM *data [[buffer(0)]], device bfloat *scalar [[buffer(1)]],
                    device V *constructed [[buffer(2)]], device V *implicit [[buffer(3)]],
                    device V *lanes [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    scalar[i] = bfloat(data[i]);
    constructed[i] = V(data[i]);
    implicit[i] = data[i];
    lanes[i] = static_cast<V>(vec<FROM, N>(data[i]));
}
