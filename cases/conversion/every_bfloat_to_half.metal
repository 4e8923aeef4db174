//! title:     bfloat to half keeps every number that half has, and rounds the rest to nearest even or toward zero
//! verifies:  conv.half2bfloat kb10
//! requires:  feature bfloat
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data bfloat[threads] = encodings
//! out:       result half[threads]
//! expect:    result = converted(data)
//! mutant:    conv.half2bfloat | replace `half(data[i])` with
//!            `as_type<half>(ushort(as_type<ushort>(half(data[i])) ^ ushort(i % 7 == 3)))`
//! mutant:    kb10 | replace `half(data[i])` with `(fabs(float(data[i])) < 0x1p-14f ? half(0) : half(data[i]))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const bfloat *data [[buffer(0)]], device half *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = half(data[i]);
}
