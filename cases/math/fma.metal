//! title:     fma rounds once, in every type, variant and mode
//! verifies:  ulp.float.precise.fma ulp.float.fast.fma math.fma.single_rounding math.fma.vector math.fma.edge_cases
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 3)
//! in:        b float4[threads] = crossed(1, 3)
//! in:        c float4[threads] = crossed(2, 3)
//! out:       plain float4[threads]
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    plain = fma(a, b, c, 0)
//! expect:    exact = fma(a, b, c, 1)
//! expect:    quick = fma(a, b, c, 2)
//! mutant:    ulp.float.precise.fma | replace `precise::fma(a[i], b[i], c[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::fma(a[i], b[i], c[i])) + 2)`
//! mutant:    ulp.float.fast.fma | replace `fast::fma(a[i], b[i], c[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::fma(a[i], b[i], c[i])) + 2)`
//! mutant:    math.fma.single_rounding | replace `plain[i] = fma(a[i], b[i], c[i])` with
//!            `float4 p = a[i] * b[i]; plain[i] = as_type<float4>(as_type<uint4>(p)) + c[i]` | for math=safe
//! mutant:    math.fma.edge_cases | replace `plain[i] = fma(a[i], b[i], c[i])` with
//!            `plain[i] = select(fma(a[i], b[i], c[i]), float4(0), isinf(a[i]))` | for math=safe
//! mutant:    math.fma.edge_cases | replace `plain[i] = fma(a[i], b[i], c[i])` with
//!            `plain[i] = select(fma(a[i], b[i], c[i]), c[i], a[i] == float4(0))` | for math=safe
//! mutant:    math.fma.vector | replace `plain[i] = fma(a[i], b[i], c[i])` with
//!            `plain[i] = fma(a[i].x, b[i].x, c[i].x)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device const float4 *c [[buffer(2)]], device float4 *plain [[buffer(3)]],
                  device float4 *exact [[buffer(4)]], device float4 *quick [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    plain[i] = fma(a[i], b[i], c[i]);
    exact[i] = precise::fma(a[i], b[i], c[i]);
    quick[i] = fast::fma(a[i], b[i], c[i]);
}
