//! title:     saturate of half clamps to 0 and 1
//! verifies:  common.saturate.value common.saturate.inf
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data half4[threads] = encodings
//! out:       plain half4[threads]
//! expect:    plain = saturate(data, 0)
//! mutant:    common.saturate.value | replace `plain[i] = saturate(data[i])` with `plain[i] = max(data[i], half4(0))`
//! mutant:    common.saturate.inf | replace `plain[i] = saturate(data[i])` with
//!            `plain[i] = select(saturate(data[i]), data[i], isinf(data[i]))` | for math=safe

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *data [[buffer(0)]], device half4 *plain [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = saturate(data[i]);
}
