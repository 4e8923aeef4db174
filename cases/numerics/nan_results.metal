//! title:     Operations on NaN give a NaN, signalling ones too; which payload and sign it has is recorded
//! verifies:  num.nan.float
//! math:      safe
//! dispatch:  threads 6, threadgroup 6
//! in:        data float[6] = values bits(0x7fc12345) bits(0xffc12345) bits(0x7f812345) bits(0xff812345)
//!            bits(0x7fffffff) bits(0xffc00000)
//! in:        zero float[6] = zeros
//! out:       sum float[6]
//! out:       quotient float[6]
//! out:       payload_kept uint[6]
//! out:       canonical uint[6]
//! out:       sign_kept uint[6]
//! out:       made_positive uint[6]
//! expect:    sum = values nan …
//! expect:    quotient = values nan …
//! expect:    payload_kept = recorded values 0x412345 0x412345 0x412345 0x412345 0x7fffff 0x400000
//! expect:    canonical = recorded values 0x7fc00000 …
//! expect:    sign_kept = recorded values 0 1 0 1 0 1
//! expect:    made_positive = recorded values 0 …
//! mutant:    num.nan.float | replace `data[i] + 1.0f` with `select(data[i] + 1.0f, 1.0f, i == 2)`
//! mutant:    num.nan.float | replace `zero[i] / zero[i]` with `zero[i]`

#include <metal_stdlib>
using namespace metal;

kernel void nans(device const float *data [[buffer(0)]], device const float *zero [[buffer(1)]],
                 device float *sum [[buffer(2)]], device float *quotient [[buffer(3)]],
                 device uint *payload_kept [[buffer(4)]], device uint *canonical [[buffer(5)]],
                 device uint *sign_kept [[buffer(6)]], device uint *made_positive [[buffer(7)]],
                 uint i [[thread_position_in_grid]])
{
    float s = data[i] + 1.0f, q = zero[i] / zero[i];
    sum[i] = s;
    quotient[i] = q;
    payload_kept[i] = as_type<uint>(s) & 0x7fffff;
    canonical[i] = as_type<uint>(s);
    sign_kept[i] = as_type<uint>(s) >> 31;
    made_positive[i] = as_type<uint>(q) >> 31;
}
