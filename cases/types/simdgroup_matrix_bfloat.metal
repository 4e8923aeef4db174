//! title:     SIMD-group matrices of bfloat keep what is loaded
//! verifies:  simdgroup_matrix.bfloat
//! requires:  feature bfloat, feature simdgroup_matrix
//! msl:       3.1 4.1
//! for:       (T, NAME) in (bfloat, simdgroup_bfloat8x8)
//! dispatch:  threads 32, threadgroup 32
//! in:        data T[64] = random
//! out:       result T[64]
//! out:       same_type int[1]
//! expect:    result = same data
//! expect:    same_type = values 1
//! mutant:    simdgroup_matrix.bfloat | replace `simdgroup_load(m, data)`
//!            with `simdgroup_load(m, data, 8, ulong2(0), true)`
//! mutant:    simdgroup_matrix.bfloat | replace `is_same<NAME, simdgroup_matrix<T, 8, 8>>` with `is_same<NAME, T>`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void copy(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                 device int *same_type [[buffer(2)]], uint lane [[thread_index_in_simdgroup]])
{
    NAME m;
    simdgroup_load(m, data);
    simdgroup_store(m, result);
    if (lane == 0)
        same_type[0] = is_same<NAME, simdgroup_matrix<T, 8, 8>>::value;
}
