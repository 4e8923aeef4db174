//! title:     exp of minus infinity is 0 where infinities count, as masked softmax needs
//! verifies:  kb15
//! math:      safe
//! functions: fast precise
//! dispatch:  threads 4, threadgroup 4
//! in:        data float4[4] = values -inf 0 -inf -inf 1 -inf 1 -inf -inf -inf -inf 2 3 3 3 3
//! out:       result float4[4]
//! expect:    result = values 0 1 0 0 0.5 0 0.5 0 0 0 0 1 0.25 0.25 0.25 0.25
//! compare:   ulp 8
//! mutant:    kb15 | replace `exp(x - most)` with `exp((x - most) * 0.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void softmax(device const float4 *data [[buffer(0)]], device float4 *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const float4 x = data[i];
    const float most = max(max(x.x, x.y), max(x.z, x.w));
    const float4 e = exp(x - most);
    result[i] = e / (e.x + e.y + e.z + e.w);
}
