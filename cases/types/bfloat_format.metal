//! title:     bfloat is the upper half of a float; every encoding widens to the float of the same bits
//! verifies:  types.scalar.bfloat.format convert.implicit.bfloat_widen
//! requires:  msl 3.1, feature bfloat
//! math:      safe
//! dispatch:  threads 65536, threadgroup 64
//! in:        data bfloat[65536] = every_encoding
//! out:       wide float[65536]
//! out:       upper ushort[65536]
//! expect:    wide = converted(data)
//! expect:    upper = reinterpreted(data)
//! mutant:    types.scalar.bfloat.format | replace `as_type<ushort>(data[i])`
//!            with `ushort(as_type<ushort>(data[i]) ^ 1)`
//! mutant:    convert.implicit.bfloat_widen | replace `wide[i] = data[i]` with `wide[i] = half(float(data[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void widen(device const bfloat *data [[buffer(0)]], device float *wide [[buffer(1)]],
                  device ushort *upper [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    wide[i] = data[i];
    upper[i] = as_type<ushort>(data[i]);
}
