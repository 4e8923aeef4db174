//! title:     simd_sum adds floats in an order of the device's choice, which is recorded
//! verifies:  simd.sum_product.float_order
//! requires:  msl 2.1, feature simd_reduction, simd_width 32
//! math:      safe
//! dispatch:  threads 32, threadgroup 32
//! in:        data float[32] = values -0x1.674edcp-7 -0x1.564b08p-7 -0x1.fe048p+5 0x1.2c2d68p-2 0x1.eacae8p+5 -0x1.18f03cp+0
//!            -0x1.dc088cp-5 -0x1.0b8794p-3 -0x1.15109ep-4 0x1.5795e2p+2 0x1.78f5ep-9 -0x1.99724ap-6
//!            -0x1.02d56ap+5 -0x1.6c984ap-4 -0x1.eacb02p-8 -0x1.e1f3b6p-7 0x1.05166cp+2 -0x1.566deep+5
//!            0x1.3bf886p-4 0x1.d069e8p+4 0x1.08827ap+5 -0x1.66b3cap+3 0x1.52f0d2p+1 -0x1.77113cp-7 -0x1.53365cp-7
//!            -0x1.d09de6p-12 0x1.96807p+0 -0x1.0a58d6p+0 0x1.04c3a8p+2 0x1.f37f26p-7 0x1.2d9f3ep-9 -0x1.a66912p-7
//! in:        active uchar[32] = ones
//! out:       result float[32]
//! out:       in_sequence float[32]
//! out:       backwards float[32]
//! out:       in_pairs float[32]
//! out:       in_halves float[32]
//! expect:    result = simd_sum(data, active)
//! expect:    in_sequence = recorded values -0x1.63cd58p+3 …
//! expect:    backwards = recorded values -0x1.63cd4ep+3 …
//! expect:    in_pairs = recorded values -0x1.63cd5p+3 …
//! expect:    in_halves = recorded values -0x1.63cd48p+3 …
//! mutant:    simd.sum_product.float_order | replace `simd_sum(data[i])` with `simd_max(data[i])`
//! note:      In pairs: lane 0 with 1, 2 with 3, then the sums likewise. In halves: lane 0 with 16, 1 with 17, …

#include <metal_stdlib>
using namespace metal;

kernel void sum(device const float *data [[buffer(0)]], device const uchar *active [[buffer(1)]],
                device float *result [[buffer(2)]], device float *in_sequence [[buffer(3)]],
                device float *backwards [[buffer(4)]], device float *in_pairs [[buffer(5)]],
                device float *in_halves [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    float total = active[i] ? simd_sum(data[i]) : 0.0f;
    result[i] = total;
    in_sequence[i] = total;
    backwards[i] = total;
    in_pairs[i] = total;
    in_halves[i] = total;
}
