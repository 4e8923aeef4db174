//! title:     sincos of float returns the sine and stores the cosine
//! verifies:  math.sincos.reference ulp.float.precise.sincos ulp.float.fast.sincos
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        data float4[threads] = stratified
//! out:       plain_sine float4[threads]
//! out:       plain_cosine float4[threads]
//! expect:    plain_sine = sin(data, 0)
//! expect:    plain_cosine = cos(data, 0)
//! out:       exact_sine float4[threads]
//! out:       exact_cosine float4[threads]
//! expect:    exact_sine = sin(data, 1)
//! expect:    exact_cosine = cos(data, 1)
//! out:       quick_sine float4[threads]
//! out:       quick_cosine float4[threads]
//! expect:    quick_sine = sin(data, 2)
//! expect:    quick_cosine = cos(data, 2)
//! mutant:    math.sincos.reference | replace `plain_sine[i] = sincos(data[i], c)` with
//!            `c = float4(cos(data[i]) * float4(1.02)), plain_sine[i] = sin(data[i])`
//! mutant:    ulp.float.precise.sincos | replace `exact_sine[i] = precise::sincos(data[i], c)` with
//!            `exact_sine[i] = as_type<float4>(as_type<uint4>(precise::sincos(data[i], c)) + 6)`
//! mutant:    ulp.float.fast.sincos | replace `quick_sine[i] = fast::sincos(data[i], c)` with
//!            `quick_sine[i] = fast::sincos(data[i], c) + 0x1p-12f`

#include <metal_stdlib>
using namespace metal;

kernel void both(device const float4 *data [[buffer(0)]], device float4 *plain_sine [[buffer(1)]],
                 device float4 *plain_cosine [[buffer(2)]], device float4 *exact_sine [[buffer(3)]],
                 device float4 *exact_cosine [[buffer(4)]], device float4 *quick_sine [[buffer(5)]],
                 device float4 *quick_cosine [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    float4 c;
    plain_sine[i] = sincos(data[i], c);
    plain_cosine[i] = c;
    exact_sine[i] = precise::sincos(data[i], c);
    exact_cosine[i] = c;
    quick_sine[i] = fast::sincos(data[i], c);
    quick_cosine[i] = c;
}
