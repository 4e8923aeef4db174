//! title:     Subnormal operands and results may be zeros of either sign; which they are is recorded
//! verifies:  num.denorm.float num.ftz.case1 num.ftz.case2
//! math:      safe fast
//! dispatch:  threads 4, threadgroup 4
//! in:        small float[4] = values 0x1p-140 0x1p-140 -0x1p-140 -0x1p-140
//! in:        factor float[4] = values 0x1p+40 -0x1p+40 0x1p+40 -0x1p+40
//! in:        low float[4] = values 0x1p-100 -0x1p-100 -0x1p-100 0x1p-100
//! out:       of_operand float[4]
//! out:       result float[4]
//! out:       operands_kept float[4]
//! out:       results_kept float[4]
//! out:       sign_of_results_kept uint[4]
//! expect:    of_operand = set {0x1p-100, -0x1p-100, 0.0, -0.0}
//! expect:    result = set {0x1p-140, -0x1p-140, 0.0, -0.0}
//! expect:    operands_kept = recorded values 0x1p-100 -0x1p-100 -0x1p-100 0x1p-100
//! expect:    results_kept = recorded values 0x1p-140 -0x1p-140 -0x1p-140 0x1p-140
//! expect:    sign_of_results_kept = recorded values 0 1 1 0
//! mutant:    num.denorm.float num.ftz.case1 | replace `small[i] * factor[i]` with `small[i] * factor[i] + 0x1p-99f`
//! mutant:    num.ftz.case2 | replace `low[i] * 0x1p-40f` with `0x1p-126f`

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const float *small [[buffer(0)]], device const float *factor [[buffer(1)]],
                     device const float *low [[buffer(2)]], device float *of_operand [[buffer(3)]],
                     device float *result [[buffer(4)]], device float *operands_kept [[buffer(5)]],
                     device float *results_kept [[buffer(6)]], device uint *sign_of_results_kept [[buffer(7)]],
                     uint i [[thread_position_in_grid]])
{
    float p = small[i] * factor[i], q = low[i] * 0x1p-40f;
    of_operand[i] = p;
    operands_kept[i] = p;
    result[i] = q;
    results_kept[i] = q;
    sign_of_results_kept[i] = as_type<uint>(q) >> 31;
}
