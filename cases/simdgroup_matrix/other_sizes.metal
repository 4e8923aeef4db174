//! title:     A SIMD-group matrix is 8 x 8 and nothing else
//! verifies:  simdgroup_matrix.other_dims
//! requires:  msl 2.3, feature simdgroup_matrix
//! reject:    simdgroup_matrix 8
//! grade:     inferred
//! control:   replace `simdgroup_matrix<float, 4, 4> tile;` with `simdgroup_matrix<float, 8, 8> tile;`

#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;

kernel void load_small(device const float *source [[buffer(0)]], device float *result [[buffer(1)]])
{
    simdgroup_matrix<float, 4, 4> tile; // reject
    simdgroup_load(tile, source);
    simdgroup_store(tile, result);
}
