//! title:     float to bfloat keeps every number that bfloat has, and rounds the rest to nearest even
//! verifies:  conv.float2bfloat
//! requires:  feature bfloat
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data float[threads] = stratified
//! out:       result bfloat[threads]
//! expect:    result = converted(data)
//! mutant:    conv.float2bfloat | replace `bfloat(data[i])` with
//!            `as_type<bfloat>(ushort(as_type<ushort>(bfloat(data[i])) ^ ushort(i % 7 == 3)))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const float *data [[buffer(0)]], device bfloat *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = bfloat(data[i]);
}
