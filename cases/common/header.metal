//! title:     The common functions come with their own header
//! verifies:  common.header
//! dispatch:  threads 1, threadgroup 1
//! in:        u float[1] = values -1.5
//! in:        low float[1] = values -1
//! in:        high float[1] = values 2
//! out:       result float[6]
//! expect:    result = values -1 0.5 0 -1 0.5 0
//! mutant:    common.header | replace `sign(u)` with `sign(-u)`

#include <metal_common>
using namespace metal;

kernel void call_each(device const float &u [[buffer(0)]], device const float &low [[buffer(1)]],
                      device const float &high [[buffer(2)]], device float *result [[buffer(3)]])
{
    result[0] = clamp(u, low, high);
    result[1] = mix(low, high, 0.5f);
    result[2] = saturate(u);
    result[3] = sign(u);
    result[4] = smoothstep(low, high, 0.5f);
    result[5] = step(low, u);
}
