//! title:     half to float keeps every number that float has, and rounds the rest to nearest even
//! verifies:  conv.half2float
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data half[threads] = encodings
//! out:       result float[threads]
//! expect:    result = converted(data)
//! mutant:    conv.half2float | replace `float(data[i])` with
//!            `as_type<float>(uint(as_type<uint>(float(data[i])) ^ uint(i % 7 == 3)))`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const half *data [[buffer(0)]], device float *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = float(data[i]);
}
