//! title:     A SIMD-group matrix multiplied in place
//! verifies:  lib.more.simdgroup_product
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in half float
//! dispatch:  groups 4, threadgroup 32
//! in:        a T[256] = lane_values(64)
//! in:        b T[256] = lane_values(64)
//! out:       product T[256]
//! expect:    product = simdgroup_products(a, b, 1)
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.simdgroup_product | replace `left *= right;` with `left = right * left;`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void multiply(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *product [[buffer(2)]],
                     uint group [[threadgroup_position_in_grid]])
{
    simdgroup_matrix<T, 8, 8> left, right;
    simdgroup_load(left, a + 64 * group);
    simdgroup_load(right, b + 64 * group);
    left *= right;
    simdgroup_store(left, product + 64 * group);
}
