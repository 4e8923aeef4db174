//! title:     SIMD-group matrices multiply row by column and add, once or over several tiles
//! verifies:  simdgroup_matrix.multiply_accumulate simdgroup_matrix.multiply_accumulate.in_place
//!            simdgroup_matrix.multiply simdgroup_matrix.operator_multiply simdgroup_matrix.operand_order
//!            simdgroup_matrix.example simdgroup_matrix.function_types
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in half float
//! dispatch:  multiply_accumulate(a, b, c, result): groups 16, threadgroup 32
//! dispatch:  multiply(a, b, product, by_operator): groups 16, threadgroup 32
//! dispatch:  accumulate(long_a, long_b, c, total): groups 16, threadgroup 32
//! in:        a T[1024] = lane_values(64)
//! in:        b T[1024] = lane_values(64)
//! in:        c T[1024] = lane_values(64)
//! in:        long_a T[4096] = lane_values(256)
//! in:        long_b T[4096] = lane_values(256)
//! out:       result T[1024]
//! out:       product T[1024]
//! out:       by_operator T[1024]
//! out:       total T[1024]
//! expect:    result = simdgroup_products(a, b, 1, c)
//! expect:    product = simdgroup_products(a, b, 1)
//! expect:    by_operator = simdgroup_products(a, b, 1)
//! expect:    total = simdgroup_products(long_a, long_b, 4, c)
//! mutant:    simdgroup_matrix.multiply_accumulate simdgroup_matrix.function_types | replace
//!            `simdgroup_multiply_accumulate(sum, left, right, addend)` with `simdgroup_multiply(sum, left, right)`
//! mutant:    simdgroup_matrix.multiply_accumulate.in_place | replace `simdgroup_multiply_accumulate(sum, left, right,
//!            sum)` with `simdgroup_multiply(sum, left, right)`
//! mutant:    simdgroup_matrix.multiply | replace `simdgroup_multiply(both, left, right)` with
//!            `simdgroup_multiply(both, left, left)`
//! mutant:    simdgroup_matrix.operator_multiply | replace `left * right,` with `right * right,`
//! mutant:    simdgroup_matrix.operand_order | replace `simdgroup_multiply_accumulate(sum, left, right, addend)` with
//!            `simdgroup_multiply_accumulate(sum, right, left, addend)`
//! mutant:    simdgroup_matrix.example | replace `simdgroup_load(addend, c + 64 * group)` with
//!            `simdgroup_load(addend, c + 64 * group, 8, ulong2(0), true)` | for T=float
//! note:      No accuracy is stated: each product and each addition may round once, in any order; whole numbers are
//!            exact.

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

typedef simdgroup_matrix<T, 8, 8> tile;

kernel void multiply_accumulate(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                                device const T *c [[buffer(2)]], device T *result [[buffer(3)]],
                                uint group [[threadgroup_position_in_grid]])
{
    tile left, right, addend, sum;
    simdgroup_load(left, a + 64 * group);
    simdgroup_load(right, b + 64 * group);
    simdgroup_load(addend, c + 64 * group);
    simdgroup_multiply_accumulate(sum, left, right, addend);
    simdgroup_store(sum, result + 64 * group);
}

kernel void multiply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                     device T *product [[buffer(2)]], device T *by_operator [[buffer(3)]],
                     uint group [[threadgroup_position_in_grid]])
{
    tile left, right, both;
    simdgroup_load(left, a + 64 * group);
    simdgroup_load(right, b + 64 * group);
    simdgroup_multiply(both, left, right);
    simdgroup_store(both, product + 64 * group);
    simdgroup_store(left * right, by_operator + 64 * group);
}

kernel void accumulate(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                       device const T *c [[buffer(2)]], device T *total [[buffer(3)]],
                       uint group [[threadgroup_position_in_grid]])
{
    tile left, right, sum;
    simdgroup_load(sum, c + 64 * group);
    for (uint k = 4 * group; k < 4 * group + 4; k++) {
        simdgroup_load(left, a + 64 * k);
        simdgroup_load(right, b + 64 * k);
        simdgroup_multiply_accumulate(sum, left, right, sum);
    }
    simdgroup_store(sum, total + 64 * group);
}
