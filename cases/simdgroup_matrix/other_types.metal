//! title:     A SIMD-group matrix has elements of half, bfloat or float
//! verifies:  simdgroup_matrix.other_types
//! requires:  msl 2.3, feature simdgroup_matrix
//! for:       T in int short
//! reject:
//! grade:     inferred
//! control:   replace `simdgroup_matrix<T, 8, 8> tile` with `simdgroup_matrix<float, 8, 8> tile`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void load(device const float *source [[buffer(0)]], device float *result [[buffer(1)]])
{
    simdgroup_matrix<T, 8, 8> tile(0); // reject
    simdgroup_matrix<float, 8, 8> other;
    simdgroup_load(other, source);
    simdgroup_store(other, result);
    result[64] = sizeof(tile);
}
