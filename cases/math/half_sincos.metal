//! title:     sincos of half returns the sine and stores the cosine
//! verifies:  math.sincos.reference ulp.half.precise.sincos
//! requires:  family apple4
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data half4[threads] = encodings
//! out:       plain_sine half4[threads]
//! out:       plain_cosine half4[threads]
//! expect:    plain_sine = sin(data, 0)
//! expect:    plain_cosine = cos(data, 0)
//! mutant:    math.sincos.reference | replace `plain_sine[i] = sincos(data[i], c)` with
//!            `c = half4(cos(data[i]) * half4(1.02)), plain_sine[i] = sin(data[i])`
//! mutant:    ulp.half.precise.sincos | replace `sincos(data[i], c)` with
//!            `as_type<half4>(as_type<ushort4>(sincos(data[i], c)) + ushort4(2))`

#include <metal_stdlib>
using namespace metal;

kernel void both(device const half4 *data [[buffer(0)]], device half4 *plain_sine [[buffer(1)]],
                 device half4 *plain_cosine [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    half4 c;
    plain_sine[i] = sincos(data[i], c);
    plain_cosine[i] = c;
}
