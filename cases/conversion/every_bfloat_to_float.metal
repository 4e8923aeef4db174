//! title:     bfloat to float keeps every number that float has, and rounds the rest to nearest even
//! verifies:  conv.bfloat2float
//! requires:  feature bfloat
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data bfloat[threads] = encodings
//! out:       result float[threads]
//! expect:    result = converted(data)
//! mutant:    conv.bfloat2float | replace `float(data[i])` with
//!            `as_type<float>(uint(as_type<uint>(float(data[i])) ^ uint(i % 7 == 3)))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const bfloat *data [[buffer(0)]], device float *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = float(data[i]);
}
