//! title:     clamp of half is fmin(fmax(x, low), high), of scalars and vectors of every width
//! verifies:  common.clamp.value common.clamp.bounds common.clamp.inf common.componentwise common.types
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        x_of half4[threads] = crossed(0, 3)
//! in:        low_of half4[threads] = crossed(1, 3)
//! in:        high_of half4[threads] = crossed(2, 3)
//! out:       plain half4[threads]
//! expect:    plain = clamp(x_of, low_of, high_of, 0)
//! mutant:    common.clamp.value | replace `plain[i] = clamped` with `plain[i] = max(x, low)`
//! mutant:    common.clamp.bounds | replace `plain[i] = clamped` with `plain[i] = select(clamped, x, low == high)`
//! mutant:    common.clamp.inf | replace `plain[i] = clamped` with `plain[i] = select(clamped, x, isinf(x))` | for
//!            math=safe
//! mutant:    common.componentwise | replace `clamp(x, low, high)` with `clamp(x, low.x, high.x)`
//! mutant:    common.componentwise | replace `clamp(x.xy, low.xy, high.xy)` with `clamp(x.xy, low.xx, high.xx)`
//! mutant:    common.types | replace `clamp(x.w, low.w, high.w)` with `x.w`
//! mutant:    common.types | replace `clamp(x.xyz, low.xyz, high.xyz)` with `half3(clamp(x.xy, low.xy, high.xy), x.z)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *x_of [[buffer(0)]], device const half4 *low_of [[buffer(1)]],
                  device const half4 *high_of [[buffer(2)]], device half4 *plain [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const half4 x = x_of[i], low = low_of[i], high = high_of[i];
    half4 clamped;
    if (i % 3 == 0)
        clamped = clamp(x, low, high);
    else if (i % 3 == 1)
        clamped = half4(clamp(x.xyz, low.xyz, high.xyz), clamp(x.w, low.w, high.w));
    else
        clamped = half4(clamp(x.xy, low.xy, high.xy), clamp(x.zw, low.zw, high.zw));
    plain[i] = clamped;
}
