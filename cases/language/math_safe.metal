//! title:     Safe math neither reassociates nor multiplies by a reciprocal, and fuses within one statement at most
//! verifies:  math.mode.safe.no_reassociation math.mode.safe.no_reciprocal math.mode.safe.contract_on
//! math:      safe
//! functions: precise
//! dispatch:  threads 1024, threadgroup 64
//! in:        a float[1024] = random(0.5, 1)
//! in:        b float[1024] = random(0.5, 1)
//! in:        c float[1024] = random(-1, -0.5)
//! out:       lost float[1024]
//! out:       quotient float[1024]
//! out:       product float[1024]
//! expect:    lost = lost_and_kept(a)
//! expect:    quotient = divided(a, b)
//! expect:    product = product_plus(a, b, c)
//! mutant:    math.mode.safe.no_reassociation | replace `(x + 1048576.0f) - 1048576.0f` with `x`
//! mutant:    math.mode.safe.no_reciprocal | replace `x / b[i]` with `x * (1.0f / b[i])`
//! mutant:    math.mode.safe.contract_on | replace `t + c[i]` with `fma(x, b[i], c[i])`

#include <metal_stdlib>
using namespace metal;

kernel void compute(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                    device const float *c [[buffer(2)]], device float *lost [[buffer(3)]],
                    device float *quotient [[buffer(4)]], device float *product [[buffer(5)]],
                    uint i [[thread_position_in_grid]])
{
    const float x = a[i];
    lost[i] = (x + 1048576.0f) - 1048576.0f;
    quotient[i] = x / b[i];
    const float t = x * b[i];
    product[i] = t + c[i];
}
