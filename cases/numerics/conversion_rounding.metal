//! title:     Conversions round as chapter 8 permits; to nearest even or toward zero is recorded
//! verifies:  conv.float2half num.rounding.mode
//! math:      safe
//! dispatch:  threads 5, threadgroup 5
//! in:        data float[5] = values 0x1.002p+0 0x1.006p+0 0x1.003p+0 -0x1.003p+0 -0x1.006p+0
//! in:        whole int[5] = values 16777217 16777219 16777223 -16777219 33554435
//! out:       narrowed half[5]
//! out:       converted_whole float[5]
//! out:       half_to_nearest half[5]
//! out:       half_toward_zero half[5]
//! out:       whole_to_nearest float[5]
//! out:       whole_toward_zero float[5]
//! expect:    narrowed = converted(data)
//! expect:    converted_whole = converted(whole)
//! expect:    half_to_nearest = recorded values 1 0x1.008p+0 0x1.004p+0 -0x1.004p+0 -0x1.008p+0
//! expect:    half_toward_zero = recorded values 1 0x1.004p+0 1 -1 -0x1.004p+0
//! expect:    whole_to_nearest = recorded values 16777216 16777220 16777224 -16777220 33554436
//! expect:    whole_toward_zero = recorded values 16777216 16777218 16777222 -16777218 33554432
//! mutant:    conv.float2half | replace `half h = half(data[i])` with `half h = half(data[i] * 1.01f)`
//! mutant:    num.rounding.mode | replace `float f = float(whole[i])` with `float f = float(whole[i] + 8)`

#include <metal_stdlib>
using namespace metal;

kernel void convert(device const float *data [[buffer(0)]], device const int *whole [[buffer(1)]],
                    device half *narrowed [[buffer(2)]], device float *converted_whole [[buffer(3)]],
                    device half *half_to_nearest [[buffer(4)]], device half *half_toward_zero [[buffer(5)]],
                    device float *whole_to_nearest [[buffer(6)]], device float *whole_toward_zero [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    half h = half(data[i]);
    float f = float(whole[i]);
    narrowed[i] = h;
    half_to_nearest[i] = h;
    half_toward_zero[i] = h;
    converted_whole[i] = f;
    whole_to_nearest[i] = f;
    whole_toward_zero[i] = f;
}
