//! title:     Products of SIMD-group matrices of two types, added up in float; by `*` of the left one's type
//! verifies:  lib.more.simdgroup_product
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       (A, B) in (half, float) (float, half) (half, half)
//! dispatch:  groups 4, threadgroup 32
//! in:        a A[256] = integers(-8, 8)
//! in:        b B[256] = integers(-8, 8)
//! in:        c float[256] = integers(-100, 100)
//! out:       sum float[256]
//! out:       product float[256]
//! out:       times A[256]
//! expect:    sum = simdgroup_products(a, b, 1, c)
//! expect:    product = simdgroup_products(a, b, 1)
//! expect:    times = simdgroup_products(a, b, 1)
//! refusal:   the text has one type for all; Apple's library takes several (toolchain 32023.883)
//! mutant:    lib.more.simdgroup_product | replace `simdgroup_multiply_accumulate(all, left, right, addend)` with
//!            `simdgroup_multiply(all, left, right)`
//! mutant:    lib.more.simdgroup_product | replace `simdgroup_multiply(both, left, right)` with
//!            `simdgroup_multiply_accumulate(both, left, right, addend)`
//! mutant:    lib.more.simdgroup_product | replace `result = left * right` with `result = left`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void multiply(device const A *a [[buffer(0)]], device const B *b [[buffer(1)]],
                     device const float *c [[buffer(2)]], device float *sum [[buffer(3)]],
                     device float *product [[buffer(4)]], device A *times [[buffer(5)]],
                     uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<A, 8, 8> left;
    simdgroup_matrix<B, 8, 8> right;
    simdgroup_float8x8 addend, all, both;
    simdgroup_load(left, a + 64 * group);
    simdgroup_load(right, b + 64 * group);
    simdgroup_load(addend, c + 64 * group);
    simdgroup_multiply_accumulate(all, left, right, addend);
    simdgroup_multiply(both, left, right);
    simdgroup_matrix<A, 8, 8> result = left * right;
    simdgroup_store(all, sum + 64 * group);
    simdgroup_store(both, product + 64 * group);
    simdgroup_store(result, times + 64 * group);
}
