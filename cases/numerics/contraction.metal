//! title:     A product and a sum may become one operation with one rounding; whether they do is recorded
//! verifies:  num.contract.default
//! math:      safe relaxed fast
//! dispatch:  threads 8, threadgroup 8
//! in:        a float[8] = values 0x1.000002p+0 0x1.000002p+1 0x1.000002p+2 0x1.000002p+9 0x1.000002p-1 0x1.000002p-7
//!            0x1.000002p-3 0x1.000002p+5
//! in:        b float[8] = values 0x1.000002p+0 0x1.000002p-1 0x1.000002p-2 0x1.000002p-9 0x1.000002p+1 0x1.000002p+7
//!            0x1.000002p+3 0x1.000002p-5
//! in:        c float[8] = constant(-0x1.000004p+0)
//! out:       result float[8]
//! out:       fused float[8]
//! expect:    result = set {0.0, -0.0, 0x1p-46}
//! expect:    fused = recorded values 0x1p-46 …
//! mutant:    num.contract.default | replace `a[i] * b[i] + c[i]` with `a[i] * b[i]`
//! note:      a * b is 1 + 2^-22 + 2^-46, of which one rounding leaves 2^-46 behind after the sum, two leave nothing.

#include <metal_stdlib>
using namespace metal;

kernel void contract(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],
                     device const float *c [[buffer(2)]], device float *result [[buffer(3)]],
                     device float *fused [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    float sum = a[i] * b[i] + c[i];
    result[i] = sum;
    fused[i] = sum;
}
